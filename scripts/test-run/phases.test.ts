import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { choosePhases, countLine, countReport, runProgram, total, type VitestReport } from './phases.ts'
import { progressReporter, retryReporter } from './reporters.ts'

const names = (only: string | undefined, filters: string[]) => choosePhases({ only }, filters).map(({ name }) => name)

describe('npm test', () => {
  it('runs every phase', () => {
    expect(names(undefined, [])).toEqual(['lint', 'types', 'code', 'browser', 'gates'])
  })

  it('runs the phases that take file names when some are given', () => {
    expect(names(undefined, ['tag'])).toEqual(['code', 'browser', 'gates'])
  })

  it('runs the phases asked for, in its own order', () => {
    expect(names('types,lint', [])).toEqual(['lint', 'types'])
  })

  it('runs the store tests alone on a Citus cluster', () => {
    expect(choosePhases({ citus: true }, ['tag']).map(({ name }) => name)).toEqual(['store on Citus'])
  })

  it('adds the rare trials to everything else when all is asked for', () => {
    const all = choosePhases({ all: true }, []).map(({ name }) => name)
    expect(all.slice(0, 6)).toEqual([...names(undefined, []), 'store on Citus'])
    expect(all.length).toBeGreaterThan(6)
  })

  it('says which phases there are when asked for another', () => {
    expect(() => names('lint,slow', [])).toThrow('--only slow: the phases are lint, types, code, browser, gates')
  })
})

it('the progress names files done, all files, and minutes since the beginning of the whole run', () => {
  const lines: string[] = []
  const clock = { ms: 600_000 }
  const reporter = progressReporter(
    540_000,
    () => clock.ms,
    (line) => lines.push(line),
  )
  const files = Array.from({ length: 12 }, () => ({}))
  reporter.onTestRunStart?.(files as never)
  for (const _file of files) {
    clock.ms += 6000
    reporter.onTestModuleEnd?.({} as never)
  }
  expect(lines).toEqual(['-- 10 of 12 files, 2.0 minutes so far', '-- 12 of 12 files, 2.2 minutes so far'])
})

it('a test that passes when it is tried again tells why it failed before', () => {
  const lines: string[] = []
  const reporter = retryReporter((line) => lines.push(line))
  const result = (name: string, errors: object[]) =>
    reporter.onTestCaseResult?.({
      fullName: name,
      module: { moduleId: 'any-order.test.ts' },
      result: () => ({ state: 'passed', errors }),
    } as never)
  result('is steady', [])
  result('is the same in any order', [{ message: 'seed: 7', stack: 'Error: seed: 7\n  at line 3' }])
  expect(lines).toEqual([expect.stringContaining('seed: 7')])
  expect(lines[0]).toMatch(/any-order\.test\.ts\n.*is the same in any order/)
})

const green: VitestReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}, {}, {}, {}] }],
}
const unloaded = { status: 'failed', assertionResults: [] }
const empty: VitestReport = { ...green, numPassedTests: 0, numPendingTests: 0, testResults: [] }

describe('the counts of a test run', () => {
  it.each([
    ['all green', green, 0, false, '3 passed, 0 failed'],
    ['two tests failed', { ...green, numPassedTests: 1, numFailedTests: 2 }, 1, false, '1 passed, 2 failed'],
    ['a file that does not load', { ...green, testResults: [unloaded] }, 1, false, '3 passed, 1 failed'],
    ['an error outside of any test', green, 1, false, '3 passed, 1 failed'],
    ['no test at all', empty, 0, false, '0 passed, 1 failed'],
    ['no test of that name', empty, 0, true, '0 passed, 0 failed'],
    ['Vitest fell over', null, 1, true, '0 passed, 1 failed'],
    ['Vitest ended well but wrote nothing', null, 0, false, '0 passed, 1 failed'],
  ])('%s', (_what, report, exitCode, mayBeEmpty, line) => {
    expect(countLine(countReport(report, exitCode, mayBeEmpty))).toBe(line)
  })

  it('are added up over the phases', () => {
    expect(countLine(total([countReport(green, 0, false), countReport(null, 1, false)]))).toBe('3 passed, 1 failed')
  })
})

describe('a program that crashes', () => {
  // Crashes each time before it has run `needed` times.
  const crashing = (needed: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'delphin-crash-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const marks = JSON.stringify(join(folder, 'mark'))
    return `const { readdirSync, writeFileSync } = require('node:fs')
      const { dirname } = require('node:path')
      const before = readdirSync(dirname(${marks})).length
      writeFileSync(${marks} + before, '')
      if (before < ${needed}) process.kill(process.pid, 'SIGKILL')`
  }

  it('runs once more, and fails when it crashes again', async () => {
    expect(await runProgram('node', ['-e', crashing(1)])).toBe(0)
    expect(await runProgram('node', ['-e', crashing(2)])).toBe(1)
  })

  it('does not run again when it has failed by itself', async () => {
    expect(await runProgram('node', ['-e', 'process.exitCode = 3'])).toBe(3)
  })
})
