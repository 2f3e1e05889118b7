import { findChromium } from '../prepare/find-program.mjs'
import { type Count, nothing, oneFailed } from './count.ts'
import { runChecks } from './run-checks.ts'
import { runVitest } from './run-vitest.ts'

/** A part of the run. `filters` are parts of file names; a phase that takes none is left out when some are given. */
export type Phase = { name: string; takesFilters: boolean; run: (filters: string[]) => Promise<Count> }

const projects = (...names: string[]) => names.flatMap((name) => ['--project', name])

async function runStories(filters: string[]): Promise<Count> {
  if (findChromium() === null) {
    console.log('no Chromium: the browser stories are skipped (install Chromium or Chrome, or set CHROME_PATH)')
    return process.env.CI === 'true' ? oneFailed : nothing
  }
  return runVitest(['--config', 'test/e2e/vitest.config.ts'], filters)
}

export const phases: Phase[] = [
  {
    name: 'lint',
    takesFilters: false,
    run: () =>
      runChecks([['biome', 'ci', '--diagnostic-level=error', ...(process.stdout.isTTY ? [] : ['--colors=off'])]]),
  },
  {
    name: 'types',
    takesFilters: false,
    run: () => runChecks(['server', 'web'].map((half) => ['tsc', '-p', `tsconfig.${half}.json`])),
  },
  { name: 'unit', takesFilters: true, run: (filters) => runVitest(projects('unit', 'store'), filters) },
  { name: 'browser', takesFilters: true, run: runStories },
  { name: 'gates', takesFilters: true, run: (filters) => runVitest(projects('gates'), filters) },
]

/**
 * The phases asked for: those named in `only` (comma-separated), else all that make sense with these filters.
 * @throws {Error} naming the phases there are, when `only` holds another word
 */
export function choosePhases(only: string | undefined, filters: string[]): Phase[] {
  if (only === undefined) return phases.filter((phase) => filters.length === 0 || phase.takesFilters)
  const names = only.split(',')
  const unknown = names.find((name) => !phases.some((phase) => phase.name === name))
  if (unknown !== undefined) {
    throw new Error(`--only ${unknown}: the phases are ${phases.map((phase) => phase.name).join(', ')}`)
  }
  return phases.filter((phase) => names.includes(phase.name))
}
