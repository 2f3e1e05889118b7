import { defineConfig } from 'vitest/config'

// Stories in a real browser: one after the other, each may take its time. The checklist goes through what the product
// promises line by line; its files share one site and one browser.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A page is asked until it says so, as the locators' own waits do.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.story.test.ts'],
          exclude: ['test/e2e/checklist-*'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'checklist',
          include: ['test/e2e/checklist-*.story.test.ts'],
          globalSetup: ['test/e2e/share-site.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
