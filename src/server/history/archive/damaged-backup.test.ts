import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore } from '#test/open-store.ts'
import { fillStore } from '#test/store-contents.ts'
import { checkBackup } from './restore-backup.ts'
import { makeBackup } from './write-archive.ts'

const directory = mkdtempSync(join(tmpdir(), 'delphin-damaged-'))
const file = join(directory, 'damaged.gz')
let packed: Buffer
let lines: string[]

beforeAll(async () => {
  const store = await openTestStore('embedded')
  await fillStore(store.db)
  await makeBackup({ db: store.db, clock: manualClock(), file, say: () => {} })
  await store.close()
  packed = readFileSync(file)
  lines = gunzipSync(packed).toString().trimEnd().split('\n')
})
afterAll(() => rmSync(directory, { recursive: true }))

const written = (text: string[]) => `${text.join('\n')}\n`
const at = (share: number) => Math.floor(packed.length * share)

it.each<[string, () => Buffer | string, RegExp]>([
  ['cut in the middle', () => packed.subarray(0, at(0.5)), /is damaged/],
  ['cut by a byte', () => packed.subarray(0, -1), /is damaged/],
  [
    'with one bit changed',
    () => Buffer.from(packed).fill((packed[at(0.4)] ?? 0) ^ 4, at(0.4), at(0.4) + 1),
    /is damaged/,
  ],
  ['unpacked, its last line lost', () => written(lines.slice(0, -1)), /was cut short/],
  ['unpacked, a row lost', () => written(lines.toSpliced(5, 1)), /is damaged/],
  ['unpacked, a row twice', () => written(lines.toSpliced(5, 0, lines[5] ?? '')), /is damaged/],
  [
    'packed anew, a figure changed',
    () => gzipSync(written(lines).replace('"trophies":', '"trophies":1')),
    /is damaged/,
  ],
  [
    'of another schema',
    () => written([(lines[0] ?? '').replace(/0\d{3}-/, '9999-'), ...lines.slice(1)]),
    /newer version/,
  ],
  ['that is an export', () => '{"format":"delphin-history","version":1,"schema":"0004-collection"}\n', /is no backup/],
  ['that is empty', () => '', /is no backup/],
  ['that is a picture', () => Buffer.from([0xff, 0xd8, 0xff, 0x0a, 0x00]), /is damaged/],
])('a backup %s is refused before anything is written', async (_how, contents, reason) => {
  writeFileSync(file, contents())
  await expect(checkBackup(file)).rejects.toThrow(reason)
})

it('a backup that was unpacked is as good', async () => {
  writeFileSync(file, written(lines))
  expect((await checkBackup(file)).tables.users).toMatchObject({ rows: 1 })
})
