import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#shared/days.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { settle } from '#test/small-world.ts'
import { searchTags } from './find-entities.ts'

const PLAYERS = {
  '#PPP': ['Ada', '月丶光'],
  '#PPY': ['Zed of Ze', 'StarHarbour🌊'],
  '#PPL': ['風', 'Kim'],
  '#PPQ': ['Bo Xu', 'Mia'],
  '#PPG': ['مُحَمَّد', 'قَلْب'],
  '#PPR': ['Size', 'Big Zeppelin'],
}

describe.each(storeKinds)('a search for a text on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
    const context = openTestContext({ store })
    for (const name of [0, 1]) {
      const members = Object.entries(PLAYERS).map(([tag, names]) => ({ tag, name: names[name] ?? '', days: [100] }))
      await settle(context, [{ tag: '#2PP', name: name === 0 ? 'Dolphins' : 'Team 风 7', members }])
      await context.clock.advance(DAY_MS)
    }
  })
  afterAll(() => store.close())

  const found = async (text: string, type: 'club' | 'player' = 'player') =>
    (await searchTags(store.db, text, { type, filter: {}, sort: 'popularity', limit: 10, offset: 0 })).tags

  it.each([
    ['two letters of a script without spaces', '丶光', ['#PPP']],
    ['one letter in the middle', '丶', ['#PPP']],
    ['an emoji at the end', '🌊', ['#PPY']],
    ['a letter and an emoji', 'R🌊', ['#PPY']],
    ['a short former name', '風', ['#PPL']],
    ['an emoji with the variation selector of a keyboard', '🌊\ufe0f', ['#PPY']],
    ['two letters with vowel marks between them', 'لب', ['#PPG']],
    ['two letters with vowel marks between them in a former name', 'حم', ['#PPG']],
    ['two letters at the start of a name or of a word of a present or former name', 'ze', ['#PPR', '#PPY']],
    ['the second word of a former name', 'XU', ['#PPQ']],
    ['letters that nobody has in this order', '光月', []],
    ['a character that is a wildcard in SQL', '_光', []],
  ])('for %s finds whoever has them', async (_what, text, tags) => {
    expect((await found(text)).sort()).toEqual(tags)
  })

  it('finds clubs by present and former names', async () => {
    expect([await found('风', 'club'), await found('do', 'club'), await found('7', 'club')]).toEqual([
      ['#2PP'],
      ['#2PP'],
      [],
    ])
  })

  it('counts no further than there is use for it, and still has the exact match first', async () => {
    const page = (text: string, sort: 'popularity' | 'name', offset = 0) =>
      searchTags(store.db, text, { type: 'player', filter: {}, sort, limit: 2, offset }, 4)
    // All have a tag that begins with P, and one is called Mia.
    expect((await page('p', 'name')).total).toBe(4)
    expect(await page('p', 'name')).toMatchObject({ total: 4, more: true, tags: ['#PPR', '#PPL'] })
    expect(await page('p', 'name', 2)).toMatchObject({ total: 4, more: true, tags: ['#PPQ', '#PPY'] })
    expect(await page('p', 'name', 4)).toEqual({ total: 4, more: true, tags: [] })
    expect(await page('mia', 'popularity')).toEqual({ total: 1, more: false, tags: ['#PPQ'] })
    await store.db.updateTable('player_summaries').set({ name_folded: 'p' }).where('tag', '=', '#PPY').execute()
    expect(await page('p', 'popularity')).toMatchObject({ more: true, tags: ['#PPY', expect.any(String)] })
  })

  it('finds rows without grams by the start of their name', async () => {
    await store.db.updateTable('player_summaries').set({ short_grams: null }).execute()
    expect([await found('月'), await found('光')]).toEqual([['#PPP'], []])
  })
})
