import { beforeEach, expect, test } from 'vitest'
import { createDeployWatch } from './reload-after-deploy.ts'

const SCRIPT = 'https://site.test/assets/main-1.js'
const LOST = new TypeError('Failed to fetch dynamically imported module: https://site.test/assets/NavMenu-1.js')

/** What the server answers for files that it does not have; 0 when it cannot be reached. */
let status: number
let reloads: number
let asked: string[]
let kept: Map<string, string>

beforeEach(() => {
  status = 404
  reloads = 0
  asked = []
  kept = new Map()
})

/** A page of the build whose first script has this address. */
function watchOf(script = SCRIPT, tab = () => storage()) {
  return createDeployWatch({
    script,
    tab,
    statusOf: async (address) => {
      asked.push(address)
      return status
    },
    reload: () => {
      reloads += 1
    },
  })
}

const storage = () =>
  ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }) as unknown as Storage

test('a page whose part is gone from the server reloads once', async () => {
  await watchOf()(LOST)
  await watchOf()(LOST)
  expect([reloads, asked[0]]).toEqual([1, 'https://site.test/assets/NavMenu-1.js'])
})

test('after the next deploy it reloads once more', async () => {
  await watchOf()(LOST)
  await watchOf('https://site.test/assets/main-2.js')(LOST)
  expect(reloads).toBe(2)
})

test.each([
  ['the visitor is offline', 0],
  ['the file is there', 200],
  ['the server is busy', 503],
])('it does not reload when %s', async (_, answer) => {
  status = answer
  await watchOf()(LOST)
  expect(reloads).toBe(0)
})

test("where the error names no file, the page's own script tells whether there was a deploy", async () => {
  await watchOf()(new TypeError('Importing a module script failed.'))
  expect([reloads, asked]).toEqual([1, [SCRIPT]])
})

test('a browser that keeps nothing does not reload without end', async () => {
  await watchOf(SCRIPT, () => {
    throw new Error('Storage is refused.')
  })(LOST)
  expect(reloads).toBe(0)
})
