import { defineConfig } from 'vitest/config'

// Stories in a real browser, each of which may take its time. Two files run side by side: while one waits, or its
// browser works, the other goes on. The checklist goes through what the product promises line by line; its files share
// one site and one browser, and come last, since they are short and fill what the long stories leave.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A page is asked until it says so, as the locators' own waits do.
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['test/e2e/share-site.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.story.test.ts'],
          exclude: ['test/e2e/checklist-*'],
        },
      },
      { extends: true, test: { name: 'checklist', include: ['test/e2e/checklist-*.story.test.ts'] } },
    ],
  },
})
