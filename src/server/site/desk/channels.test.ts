import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChannel } from '#server/reach/channels.ts'
import {
  addChannel,
  changeChannel,
  listChannels,
  listSamplePosts,
  removeChannel,
  testChannel,
} from '#shared/contract/desk-channels.ts'
import { listLog, undoChange } from '#shared/contract/desk-log.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'

const AT = { params: { tag: DESK_CLUB } }
const SECRET = 'aB3_-'.repeat(13)
const address = (id: number | string, secret = SECRET) => `https://discord.com/api/webhooks/${id}/${secret}`
const WEBHOOK = 123_456_789_012_345

/** Addresses that are no webhook of Discord, or hide more than one. */
const REFUSED = [
  'https://example.com/api/webhooks/123456789012345/x',
  'https://discord.com.example.com/api/webhooks/123456789012345/',
  'http://discord.com/api/webhooks/123456789012345/',
  'https://discord.com:8443/api/webhooks/123456789012345/',
  'https://discord.com:443/api/webhooks/123456789012345/',
  'https://user:word@discord.com/api/webhooks/123456789012345/',
  'https://discord.com@127.0.0.1/api/webhooks/123456789012345/',
  'https://127.0.0.1/api/webhooks/123456789012345/',
  'https://[::1]/api/webhooks/123456789012345/',
  'https://2130706433/api/webhooks/123456789012345/',
  'https://evil.discord.com/api/webhooks/123456789012345/',
  'https://discord.com/api/webhooks/../users/123456789012345/',
  'https://discord.com/api/oauth2/123456789012345/',
  'https://discord.com/api/webhooks/123456789012345/a/messages/',
  'file:///etc/passwd',
].map((begin) => begin + SECRET)

describe.each(storeKinds)("a club's channels on the %s store", (kind) => {
  let store: TestStore
  let story: DeskStory
  let owner: DeskVisitor
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    story = await openDeskStory(store)
    owner = await story.user('ada', story.roles.president?.[0] ?? '')
  })
  afterEach(() => story.close())
  afterAll(() => store.close())

  const given = { name: 'Den', posts: ['week', 'joined'] as const, language: 'en', quiet_hours: null } as const
  const add = (id: number | string = WEBHOOK) =>
    story.as(owner, addChannel, { ...AT, body: { ...given, posts: [...given.posts], address: address(id) } })
  const list = async () => (await story.as(owner, listChannels, AT)).channels

  it('are added by the address of a webhook, which is sealed and shown to nobody again', async () => {
    const { channel } = await add()
    expect(channel).toMatchObject({
      name: 'Den',
      address: 'https://discord.com/api/webhooks/…2345/…',
      posts: ['joined', 'week'],
      time_zone: 'UTC',
      state: 'on',
      tested_at: null,
      waiting: 0,
    })
    const rows = JSON.stringify(await store.db.selectFrom('club_channels').selectAll().execute())
    const log = JSON.stringify(await story.as(owner, listLog, { ...AT, query: {} }))
    expect([rows, log, JSON.stringify(await list())].map((text) => text.includes(SECRET))).toEqual([
      false,
      false,
      false,
    ])
    expect((await openChannel(story.context, channel.id))?.address).toBe(address(WEBHOOK))
  })

  it('are shown what they would get before one is connected, in the language of the page', async () => {
    const posts = async (language: 'en' | 'de') =>
      (await story.as(owner, listSamplePosts, { ...AT, query: { language } })).posts
    const board = (await posts('en')).find(({ about }) => about === 'board')
    expect(board?.fields).toContainEqual({ name: 'Members', value: expect.stringMatching(/^\d+ of 30$/) })
    const german = (await posts('de')).find(({ about }) => about === 'board')
    expect(german?.fields.map(({ name }) => name)).toContain('Mitglieder')
    expect(await store.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  it('are refused where the address is no webhook, or has a thread, a fragment or a line more', async () => {
    const longer = ['?thread_id=1', '?wait=true', '#x', '/', ' x'].map((end) => `${address(WEBHOOK)}${end}`)
    for (const wrong of [...REFUSED, ...longer]) {
      const told = await story.refused(owner, addChannel, { ...AT, body: { ...given, address: wrong } })
      expect([wrong, ...told]).toEqual([wrong, 400, 'no_webhook'])
    }
    expect(await list()).toEqual([])
  })

  it('may be addresses of every host of Discord', async () => {
    const hosts = ['discordapp.com', 'ptb.discord.com', 'canary.discord.com']
    for (const [place, host] of hosts.entries()) {
      const body = { ...given, posts: [], address: ` ${address(WEBHOOK + place).replace('discord.com', host)} ` }
      expect((await story.as(owner, addChannel, { ...AT, body })).channel.posts).toEqual([])
    }
  })

  it('are five at most, each webhook once, also when leaders add them at the same moment', async () => {
    await add()
    const again = { ...AT, body: { ...given, address: address(WEBHOOK) } }
    expect(await story.refused(owner, addChannel, again)).toEqual([409, 'channel_known'])
    const more = Array.from({ length: 6 }, (_, place) => ({ ...given, address: address(WEBHOOK + 1 + place) }))
    const told = await Promise.all(more.map((body) => story.refused(owner, addChannel, { ...AT, body })))
    expect(told.filter(([status]) => status === 409).length).toBeGreaterThanOrEqual(2)
    for (const body of more) await story.refused(owner, addChannel, { ...AT, body })
    expect((await list()).length).toBe(5)
    expect(
      await story.refused(owner, addChannel, { ...AT, body: { ...given, address: address(WEBHOOK + 9) } }),
    ).toEqual([409, 'channels_full'])
  })

  it('are changed and paused from the newest version alone, which can be undone, and removed, which cannot', async () => {
    const { channel } = await add()
    const at = { params: { ...AT.params, record_id: channel.id } }
    const body = {
      ...{ name: 'Lodge', posts: ['left' as const], language: 'en' as const, time_zone: 'Europe/Berlin' },
      ...{ quiet_hours: { from: 22, until: 7 }, paused: true, version: 1 },
    }
    const changed = await story.as(owner, changeChannel, { ...at, body })
    expect(changed.channel).toMatchObject({
      ...{ name: 'Lodge', posts: ['left'], time_zone: 'Europe/Berlin', quiet_hours: { from: 22, until: 7 } },
      ...{ state: 'paused', version: 2 },
    })
    expect(await story.refused(owner, changeChannel, { ...at, body })).toEqual([409, 'changed_meanwhile'])
    expect(await story.refused(owner, testChannel, at)).toEqual([409, 'channel_paused'])
    await story.as(owner, undoChange, { params: { ...AT.params, record_id: changed.log_id } })
    expect(await list()).toMatchObject([{ name: 'Den', state: 'on', quiet_hours: null, posts: ['joined', 'week'] }])
    const { log_id } = await story.as(owner, removeChannel, { ...at, body: { version: 3 } })
    expect(await list()).toEqual([])
    const { entries } = await story.as(owner, listLog, { ...AT, query: {} })
    expect(entries.map(({ kind: what, can_undo }) => [what, can_undo])).toEqual([
      ['channel_removed', false],
      ['undone', false],
      ['channel_changed', false],
      ['channel_added', false],
    ])
    expect((await story.refused(owner, undoChange, { params: { ...AT.params, record_id: log_id } }))[0]).toBe(404)
  })

  it('refuse a zone that nobody knows, and quiet hours that never end', async () => {
    for (const wrong of [{ time_zone: 'Mars/Base' }, { quiet_hours: { from: 7, until: 7 } }]) {
      const body = { ...given, ...wrong, address: address(WEBHOOK) }
      expect((await story.refused(owner, addChannel, { ...AT, body }))[0]).toBe(400)
    }
  })

  it('put a test message into the outbox, and a second one only after a while', async () => {
    const { channel } = await add()
    const at = { params: { ...AT.params, record_id: channel.id } }
    await story.as(owner, testChannel, at)
    await story.as(owner, testChannel, at)
    expect(await list()).toMatchObject([{ waiting: 1, waiting_reason: null }])
  })

  it('send nothing from a desk that a visitor of the demo tries', async () => {
    await story.close()
    story = await openDeskStory(store, { demo: true })
    const guest = await story.guest()
    const { channel } = await story.as(guest, addChannel, {
      ...AT,
      body: { ...given, posts: [...given.posts], address: address(WEBHOOK) },
    })
    expect((await story.as(guest, listChannels, AT)).sends).toBe(false)
    const at = { params: { ...AT.params, record_id: channel.id } }
    expect(await story.refused(guest, testChannel, at)).toEqual([403, 'trial_sends_nothing'])
  })
})
