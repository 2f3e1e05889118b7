import { afterEach, beforeEach, expect, it } from 'vitest'
import { flushVisits } from '#server/directory/visits.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'

let whole: WholeApp
beforeEach(async () => {
  whole = await openWholeApp()
})
afterEach(() => whole.close())

const look = (path: string, remoteAddress: string) => whole.app.inject({ url: `/api/browse${path}`, remoteAddress })
const visits = () =>
  whole.context.db.selectFrom('visits').select(['type', 'tag', 'viewed', 'searched']).orderBy('type').execute()

it('counts a look at a club or player for each visitor, the ready answers too', async () => {
  const clubPage = `/club/${CLUB.slice(1)}`
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.2']) await look(clubPage, address)
  await look(`/player/%23${PLAYER.slice(1).toLowerCase()}`, '192.0.2.1')
  expect(await flushVisits(whole.context)).toBe(3)
  const viewed = { viewed: true, searched: false }
  expect(await visits()).toEqual([
    { type: 'club', tag: CLUB, ...viewed },
    { type: 'club', tag: CLUB, ...viewed },
    { type: 'player', tag: PLAYER, ...viewed },
  ])
})

it('counts no look at what is not there', async () => {
  expect((await look('/club/PPPPPPPP', '192.0.2.1')).statusCode).toBe(404)
  await look('/club/PPPPPPPP', '192.0.2.1')
  expect(await flushVisits(whole.context)).toBe(0)
})
