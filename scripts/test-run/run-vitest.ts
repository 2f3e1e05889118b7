import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Count } from './count.ts'
import { runProgram } from './run-program.ts'
import { countReport } from './vitest-report.ts'

/** Runs Vitest on the files whose path contains one of `filters` (all of them when there is none) and counts. */
export async function runVitest(options: string[], filters: string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'delphin-report-'))
  try {
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const mayBeEmpty = filters.length > 0
    const empty = mayBeEmpty ? ['--passWithNoTests'] : []
    const code = await runProgram('vitest', ['run', ...options, ...reporters, ...empty, ...filters])
    return countReport(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null, code, mayBeEmpty)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
