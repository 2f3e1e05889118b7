import { defineConfig } from 'vitest/config'

// Stories in a real browser: one after the other, each may take its time.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'browser',
    include: ['test/e2e/**/*.story.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A page is asked until it says so, as the locators' own waits do.
    expect: { poll: { timeout: 20_000 } },
  },
})
