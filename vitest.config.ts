import { defineConfig } from 'vitest/config'
import { testReporters } from './scripts/test-run/reporters.ts'

const none = ['node_modules/**']

/** A statement takes several times as long on a Citus cluster (`npm test -- --citus`). */
const patience = process.env.TEST_STORE === 'citus' ? 15 : 1

// "unit" needs nothing but the code; "store" may ask for a PostgreSQL, started once per run; "gates" watch the project
// itself. The browser stories have a configuration of their own in test/e2e.
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
          include: ['{src,scripts}/**/*.test.{ts,tsx}', 'src/server/metrics/**/*.test.ts'],
          exclude: [...none, 'src/server/!(metrics)/**', 'src/server/*.test.ts'],
          // Nothing is timed: a busy machine may take its time over the properties.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'store',
          include: ['{src/server,test}/**/*.test.{ts,tsx}'],
          exclude: [...none, 'src/server/metrics/**', 'test/{e2e,gates}/**'],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/check-rows.ts'],
          testTimeout: 20_000 * patience,
          hookTimeout: 60_000 * patience,
        },
      },
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
