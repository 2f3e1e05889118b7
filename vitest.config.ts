import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { testReporters } from './scripts/test-run/reporters.ts'
import { keepFilesInMemory } from './scripts/test-run/temporary-files.ts'

keepFilesInMemory()

// Where the product keeps its code compiled: processes that tests start take half as much CPU to begin.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'dist/compiled')

const none = ['node_modules/**']

/** Files that replace a module for themselves. In a process of other files they would come too late. */
const REPLACE_MODULES = [
  'src/server/collector/run-collector.test.ts',
  'src/server/site/accounts/{login-guard,routes}.test.ts',
]

/** A statement takes several times as long on a Citus cluster (`npm test -- --citus`). */
const patience = process.env.TEST_STORE === 'citus' ? 15 : 1

const opensStores = {
  globalSetup: ['test/build-texts.ts', 'test/global-setup.ts'],
  setupFiles: ['test/english-texts.ts', 'test/check-rows.ts', 'test/property-settings.ts'],
  // A busy machine may take its time here, too.
  testTimeout: 60_000 * patience,
  hookTimeout: 120_000 * patience,
}

// "unit" needs nothing but the code; "store" may ask for a PostgreSQL, started once per run; "gates" watch the project
// itself. The browser stories have a configuration of their own in test/e2e. The files of "unit" and "store" share the
// modules of their process, which saves half of the CPU: what a file changes beside its store, it puts back.
export default defineConfig({
  test: {
    maxWorkers: 3,
    reporters: testReporters(),
    // A busy CI machine delays processes in ways that no user meets. The report names every test that needed its second
    // try; such a test is to be repaired. At a developer's desk there is no second try.
    retry: process.env.CI === 'true' ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          globalSetup: ['test/build-texts.ts'],
          setupFiles: ['test/english-texts.ts'],
          include: ['{src,scripts}/**/*.test.{ts,tsx}', 'src/server/metrics/**/*.test.ts'],
          exclude: [...none, 'src/server/!(metrics)/**', 'src/server/*.test.ts'],
          // Nothing is timed: a busy machine may take its time over the properties.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'store',
          isolate: false,
          include: ['{src/server,test}/**/*.test.{ts,tsx}'],
          exclude: [...none, ...REPLACE_MODULES, 'src/server/metrics/**', 'test/{e2e,gates}/**'],
          ...opensStores,
        },
      },
      { extends: true, test: { name: 'store-apart', include: REPLACE_MODULES, ...opensStores } },
      {
        extends: true,
        test: {
          name: 'gates',
          include: ['test/gates/**/*.test.ts'],
          setupFiles: ['test/check-rows.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
