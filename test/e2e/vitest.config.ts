import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testReporters } from '../../scripts/test-run/reporters.ts'
import { keepFilesInMemory } from '../../scripts/test-run/temporary-files.ts'

keepFilesInMemory()

/** What takes longest, first, so that nothing of it runs alone at the end. */
const LONGEST = ['kill', 'review', 'proofs', 'every-page', 'first-screen', 'axe']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.story.test.ts`))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

// Stories in a real browser. Four files run in parallel: many of them wait. Most of them share one site and one browser.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    maxWorkers: 4,
    // Files share the modules of their process: each would read Playwright anew.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: testReporters(),
    // A busy machine delays a browser in ways that no user meets. The report names every story that needed its second try.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as Playwright's own waits.
    expect: { poll: { timeout: 20_000 } },
    // A story that fails may leave a wait of the browser behind, which ends without anybody who reads its error. The failure
    // is told by the story, which gets its second try.
    onUnhandledError: ({ name }) => (name === 'TimeoutError' || name === 'TargetClosedError' ? false : undefined),
    globalSetup: ['test/build-texts.ts', 'test/e2e/share-site.ts'],
    setupFiles: ['test/english-texts.ts'],
    include: ['test/e2e/**/*.story.test.ts'],
  },
})
