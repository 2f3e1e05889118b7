import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openCluster } from '#test/citus/cluster.ts'
import { findStoryBrowser } from '../prepare/find-program.mjs'

/** The result of a phase. Skipped tests are neither passed nor failed. */
export type Count = { passed: number; failed: number; skipped: number }

const nothing: Count = { passed: 0, failed: 0, skipped: 0 }
const onePassed: Count = { ...nothing, passed: 1 }
const oneFailed: Count = { ...nothing, failed: 1 }

export function total(counts: Count[]): Count {
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: sum.failed + count.failed,
      skipped: sum.skipped + count.skipped,
    }),
    nothing,
  )
}

/** The last line of the whole run. Programs that run the tests read only this line. */
export function countLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`
}

/** The part of the output of Vitest's JSON reporter that is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/**
 * The counts of one Vitest run. A file that could not be loaded, an error outside of tests, a missing report and a run
 * without tests each count as one failure.
 */
export function countReport(report: VitestReport | null, exitCode: number, mayBeEmpty: boolean): Count {
  if (report === null) return exitCode === 0 && mayBeEmpty ? { passed: 0, failed: 0, skipped: 0 } : oneFailed
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = report.numFailedTests + unloaded.length
  const silent = failed === 0 && (exitCode !== 0 || (report.numPassedTests + skipped === 0 && !mayBeEmpty))
  return { passed: report.numPassedTests, failed: silent ? 1 : failed, skipped }
}

/** Environment variables. */
type Settings = Record<string, string>

/**
 * Runs one of the project's programs and shows its output. Returns the exit code, 1 if it could not be started. A program
 * that a signal ended runs once more: Node itself can crash in the WebAssembly of PGlite (nodejs/node#64500).
 */
export async function runProgram(name: string, args: string[], settings: Settings = {}): Promise<number> {
  const run = () => startProgram(name, args, settings)
  const code = await run()
  if (code !== null) return code
  console.log(`${name} crashed. It runs once more.`)
  return (await run()) ?? 1
}

/** Returns the exit code; null where a signal ended the program. */
function startProgram(name: string, args: string[], settings: Settings): Promise<number | null> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...settings }
    const child = spawn(`node_modules/.bin/${name}`, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', () => resolve(1))
    child.on('close', resolve)
  })
}

/** One check by several programs, which run at once. It passes when all of them do. */
async function runChecks(commands: string[][]): Promise<Count> {
  const codes = await Promise.all(commands.map(([name = '', ...args]) => runProgram(name, args)))
  return codes.every((code) => code === 0) ? onePassed : oneFailed
}

/** Runs Vitest on the files whose path contains one of `filters`, or on all files without filters, and counts. */
async function runVitest(options: string[], filters: string[], settings: Settings = {}): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'delphin-report-'))
  try {
    const report = join(folder, 'report.json')
    const mayBeEmpty = filters.length > 0
    const empty = mayBeEmpty ? ['--passWithNoTests'] : []
    const code = await runProgram('vitest', ['run', ...options, ...empty, ...filters], {
      ...settings,
      TEST_REPORT: report,
    })
    return countReport(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null, code, mayBeEmpty)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A phase of the run. `filters` are parts of file names. With filters, phases that take none are left out. */
export type Phase = { name: string; takesFilters: boolean; run: (filters: string[]) => Promise<Count> }

/** The projects that open stores. */
const STORE = 'store*'

const projects = (...names: string[]) => names.flatMap((name) => ['--project', name])

/** The tests of the code, and of the product on its stores. */
function runTests(filters: string[], settings: Settings = {}): Promise<Count> {
  return runVitest(projects('unit', STORE), filters, settings)
}

async function runStories(filters: string[], settings: Settings = {}): Promise<Count> {
  if (findStoryBrowser() === null) {
    console.log('no Chromium: the browser stories are skipped (install Chromium or Chrome, or set CHROME_PATH)')
    return process.env.CI === 'true' ? oneFailed : nothing
  }
  return runVitest(['--config', 'test/e2e/vitest.config.ts'], filters, settings)
}

const phases: Phase[] = [
  {
    name: 'lint',
    takesFilters: false,
    run: () =>
      runChecks([
        ['biome', 'ci', '--diagnostic-level=error', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
        ['knip', '--no-progress'],
      ]),
  },
  {
    name: 'types',
    takesFilters: false,
    run: () => runChecks(['server', 'web'].map((half) => ['tsc', '-p', `tsconfig.${half}.json`])),
  },
  { name: 'code', takesFilters: true, run: (filters) => runTests(filters) },
  { name: 'browser', takesFilters: true, run: (filters) => runStories(filters) },
  { name: 'gates', takesFilters: true, run: (filters) => runVitest(projects('gates'), filters) },
]

/** The tests of the store on a cluster. */
const storeOnCitus: Phase = {
  name: 'store on Citus',
  takesFilters: true,
  run: (filters) => runVitest(projects(STORE), filters, { TEST_STORE: 'citus' }),
}

const storeOnCitusIfThere: Phase = {
  ...storeOnCitus,
  async run(filters) {
    const cluster = await openCluster()
    if ('missing' in cluster) {
      console.log(`${cluster.missing}: skipped`)
      return nothing
    }
    await cluster.stop()
    return storeOnCitus.run(filters)
  },
}

/** Days and places of which something is unusual: a leap day, a new year, half hours, a summer time that begins. */
const OTHER_DAYS = [
  { at: '2028-02-29T11:30:00Z', zone: 'Pacific/Kiritimati' },
  { at: '2026-12-31T23:30:00Z', zone: 'America/St_Johns' },
  { at: '2027-03-28T00:40:00Z', zone: 'Europe/Berlin' },
]

/** All tests of behaviour, with the clocks of all processes and pages moved to another day, in another time zone. */
const otherDays: Phase[] = OTHER_DAYS.map(({ at, zone }) => ({
  name: `${at} in ${zone}`,
  takesFilters: true,
  async run(filters) {
    const settings = {
      TZ: zone,
      TEST_CLOCK_OFFSET_MS: String(Date.parse(at) - Date.now()),
      NODE_OPTIONS: `--require=${resolve('test/moved-clock.cjs')}`,
      // On other days it is the day that is tried, not the number of rounds.
      TEST_ALL: 'false',
    }
    return total([await runTests(filters, settings), await runStories(filters, settings)])
  },
}))

type Wanted = { only?: string | undefined; citus?: boolean; all?: boolean }

/**
 * The phases to run: those named in `only` (separated by commas), otherwise all that apply to the filters. With `all`
 * also those that take hours, with `citus` just the one that runs on a cluster.
 * @throws {Error} with the names of all phases if `only` has another name
 */
export function choosePhases({ only, citus = false, all = false }: Wanted, filters: string[]): Phase[] {
  if (citus) return [storeOnCitus]
  if (only === undefined) {
    return [...phases, ...(all ? [storeOnCitusIfThere, ...otherDays] : [])].filter(
      (phase) => filters.length === 0 || phase.takesFilters,
    )
  }
  const names = only.split(',')
  const unknown = names.find((name) => !phases.some((phase) => phase.name === name))
  if (unknown !== undefined) {
    throw new Error(`--only ${unknown}: the phases are ${phases.map((phase) => phase.name).join(', ')}`)
  }
  return phases.filter((phase) => names.includes(phase.name))
}
