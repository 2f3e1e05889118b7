import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIInteractionResponseCallbackData } from 'discord-api-types/v10'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { readTexts } from '#server/kernel/texts.ts'
import { editReply } from '#server/reach/discord.ts'
import { DAY_MS } from '#shared/days.ts'
import { ownedBrawler, profile } from '#test/club-history.ts'
import { wrongWith } from '#test/fake-discord.ts'
import { logOf } from '#test/fought-battles.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { offerGerman } from '#test/second-language.ts'
import { rising, settle } from '#test/small-world.ts'
import { registerClubs } from '../clubs/routes.ts'
import { registerMeta } from '../meta/routes.ts'
import { registerPlayers } from '../players/routes.ts'
import { registerProgression } from '../progression/routes.ts'
import { carryOut } from '../proofs/carry-out.ts'
import { type AskPublic, askPublic } from './documents.ts'
import { registerInteractions } from './interactions.ts'
import { commandsIn } from './slash-commands.ts'

const URL = '/api/discord/interactions'
const SITE = 'https://delphin.example'
const ADA = '281474976710656'
const KEYS = generateKeyPairSync('ed25519')
const PUBLIC_KEY = Buffer.from(KEYS.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')

type Reply = APIInteractionResponseCallbackData & { embeds: NonNullable<APIInteractionResponseCallbackData['embeds']> }

describe.each(storeKinds)('slash commands of Discord on %s', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  let turn = 0
  const late: { token: string; reply: Reply }[] = []
  const edit = async (_config: object, token: string, reply: object) => {
    late.push({ token, reply: reply as Reply })
  }
  const slices = [registerClubs, registerMeta, registerPlayers, registerProgression]

  beforeAll(async () => {
    store = await openTestStore(kind)
    const settings = { PUBLIC_URL: SITE, DISCORD_PUBLIC_KEY: PUBLIC_KEY }
    context = openTestContext({ store, settings })
    app = openTestApp(context, [
      ...slices,
      (server) => registerInteractions(server, context, askPublic(server), { edit }),
    ])
    const members = [
      { tag: '#2PY', name: '**Ada** @everyone', days: rising('##.###.##.####', 12_000) },
      { tag: '#2PL', name: 'Kira', days: rising('##............', 9000) },
    ]
    await settle(context, [
      { tag: '#2PYL', name: 'Delphin Divers', members },
      { tag: '#2QC', name: 'Newcomers', members: [{ tag: '#2QP', name: 'Milo', days: [500] }] },
    ])
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const now = () => String(Math.floor(context.clock.now().getTime() / 1000))
  const signed = (body: string, timestamp = now(), key = KEYS.privateKey) => ({
    'content-type': 'application/json',
    'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), key).toString('hex'),
    'x-signature-timestamp': timestamp,
  })
  const post = (body: string, headers: Record<string, string>, to = app) =>
    to.inject({ method: 'POST', url: URL, payload: body, headers })

  /** A command as Discord sends it. Each has an id of its own. */
  function interaction(name: string, options: Record<string, string> = {}, user = ADA, guild_id?: string): string {
    turn += 1
    const given = Object.entries(options).map(([option, value]) => ({ type: 3, name: option, value }))
    const data = { id: '1', type: 1, name, options: given }
    return JSON.stringify({
      id: String(turn),
      type: 2,
      token: `token-${turn}`,
      data,
      member: { user: { id: user } },
      guild_id,
    })
  }

  async function command(
    name: string,
    options: Record<string, string> = {},
    user = ADA,
    guild?: string,
  ): Promise<Reply> {
    const body = interaction(name, options, user, guild)
    const answer = await post(body, signed(body))
    const { type, data } = JSON.parse(answer.body) as { type: number; data: Reply }
    expect([answer.statusCode, type, data.allowed_mentions, wrongWith(data)]).toEqual([200, 4, { parse: [] }, null])
    return data
  }

  it('a ping that is signed is answered', async () => {
    const body = JSON.stringify({ id: '0', type: 1, token: 't' })
    const answer = await post(body, signed(body))
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([200, { type: 1 }])
  })

  it.each([
    ['no signature', (_body: string) => ({ 'content-type': 'application/json' })],
    ['a signature of somebody else', (body: string) => signed(body, now(), generateKeyPairSync('ed25519').privateKey)],
    ['the signature of another body', (body: string) => signed(`${body} `)],
    [
      'another time than the signed one',
      (body: string) => ({ ...signed(body), 'x-signature-timestamp': `${Number(now()) - 1}` }),
    ],
    ['a signature that is older than five minutes', (body: string) => signed(body, `${Number(now()) - 301}`)],
    ['a signature of the future', (body: string) => signed(body, `${Number(now()) + 301}`)],
    ['a time that is no number', (body: string) => signed(body, 'yesterday')],
    [
      'a signature that is no hexadecimal number',
      (body: string) => ({ ...signed(body), 'x-signature-ed25519': 'z'.repeat(128) }),
    ],
  ])('a request with %s is refused with 401', async (_what, headersFor) => {
    const body = interaction('club', { tag: '2PYL' })
    const answer = await post(body, headersFor(body) as Record<string, string>)
    expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([401, { code: 'bad_signature' }])
  })

  it('the same request is answered once, by whichever process it reaches', async () => {
    const other = openTestApp({ ...context }, [
      ...slices,
      (server) => registerInteractions(server, context, askPublic(server), { edit }),
    ])
    const body = interaction('club', { tag: '2PYL' })
    const headers = signed(body)
    const answers = [await post(body, headers), await post(body, headers), await post(body, headers, other)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401])
    await other.close()
  })

  it.each(['', '{', '[]', '{"type":2}', '{"id":"1","type":99,"token":"t"}'])(
    'a signed request that says %j is refused with 400',
    async (body) => {
      const answer = await post(body, signed(body))
      expect(answer.statusCode).toBe(400)
    },
  )

  it('there is no such call where no application is configured', async () => {
    const without = openTestContext({ store, settings: { REQUESTS_PER_MINUTE: '2' } })
    const off = openTestApp(without, [(server) => registerInteractions(server, without, askPublic(server))])
    const body = interaction('club')
    const statuses: number[] = []
    for (const _ of [1, 2, 3]) statuses.push((await post(body, signed(body), off)).statusCode)
    // The network is counted as for every other call.
    expect(statuses).toEqual([404, 404, 429])
    await off.close()
  })

  it('/club shows the club with its page and picture', async () => {
    const { embeds } = await command('club', { tag: ' #2pyl ' })
    expect(embeds[0]).toMatchObject({
      title: 'Delphin Divers',
      url: `${SITE}/club/2PYL`,
      image: { url: `${SITE}/og/club/2PYL.png` },
    })
    expect(embeds[0]?.description).toContain('2 members')
    expect(embeds[0]?.description).not.toMatch(/@everyone|(?<!\\)\*\*Ada/)
  })

  it('/player shows a player whose name formats nothing', async () => {
    const { embeds } = await command('player', { tag: '2PY' })
    expect(embeds[0]?.title).toBe('\\*\\*Ada\\*\\* @\u200beveryone')
    expect(embeds[0]?.description).toContain('**Last 7 days**: ')
  })

  it('/player tells tier, rating and prestige as the profile told them', async () => {
    const now = { tier: 'MYTHIC II', rating: 5100 }
    const ladders = { ranked: { season: 40, now, seasonBest: now, best: now }, totalPrestigeLevel: 57 }
    // The last scan was at noon.
    const at = new Date(`${context.clock.now().toISOString().slice(0, 10)}T12:30:00Z`)
    await ingest(context.db, [profile(at, '#2QP', 500, { name: 'Milo', ...ladders })])
    const { embeds } = await command('player', { tag: '2QP' })
    expect(embeds[0]?.description).toContain('**Ranked**: Mythic II, 5,100 · **Prestige**: 57')
  })

  it('/week tells the last seven days', async () => {
    const { embeds } = await command('week', { tag: '2PYL' })
    expect(embeds[0]?.description).toMatch(/^\*\*Last 7 days\*\*: \+/)
  })

  it('/ghosts names who was silent, and says when too little is known', async () => {
    expect((await command('ghosts', { tag: '2PYL' })).embeds[0]?.description).toMatch(
      /Silent for 7\+ days: 1\*\*\nKira: 1[12] days/,
    )
    expect((await command('ghosts', { tag: '2QC' })).embeds[0]?.description).toContain('1 of 7 days are known')
  })

  it('/playnow says what is not known, and names the best own brawler of each open map with the time that is left', async () => {
    const told = async () => (await command('playnow', { tag: '2PY' })).embeds[0]?.description
    expect(await told()).toBe('Which maps are open is not known just now.')
    const at = context.clock.now()
    const map = { id: 15_000_053, mode: 'knockout', map: '**Hideout**' }
    const [startsAt, endsAt] = [new Date(at.getTime() - DAY_MS), new Date(at.getTime() + DAY_MS)]
    const battles = Array.from({ length: 6 }, (_, place) => ({
      at: new Date(at.getTime() - (place + 1) * 200_000),
      own: { '#2PY': 16_000_015, '#8QQQ': 16_000_000, '#9RRR': 16_000_000 },
      others: { '#GJJJ': 16_000_000, '#LCCC': 16_000_000, '#YUUU': 16_000_000 },
      event: map,
    }))
    await ingest(context.db, [
      { kind: 'rotation', observedAt: at, body: [{ ...map, startsAt, endsAt }] },
      profile(at, '#2PY', 12_110, { brawlers: [{ ...ownedBrawler(16_000_015, 700), power: 9, name: 'EL PRIMO' }] }),
      logOf('#2PY', battles),
    ])
    await context.clock.advance(DAY_MS / 2)
    const until = `<t:${Math.floor(endsAt.getTime() / 1000)}:R>`
    // (10 + 6) / 26.
    expect(await told()).toContain(`**\\*\\*Hideout\\*\\*** (Knockout, ends ${until})\nEl Primo 62% (won 6 of 6)`)
  })

  it('is answered in the language of who asks, also what they can mend, and described in it', async () => {
    offerGerman(context, {
      'share.size': [['members'], ' Mitglieder, ', ['trophies'], ' Trophäen'],
      'ui.noTag': 'Das ist kein Tag.',
      'discord.weekCommand': 'Die letzten sieben Tage eines Clubs',
    })
    const asked = async (tag: string) => {
      const body = JSON.stringify({ ...JSON.parse(interaction('club', { tag })), locale: 'de' })
      return (JSON.parse((await post(body, signed(body))).body) as { data: Reply }).data
    }
    const [embed] = (await asked('2PYL')).embeds
    expect(embed?.url).toBe(`${SITE}/de/club/2PYL`)
    expect(embed?.image?.url).toBe(`${SITE}/og/club/2PYL.png?lang=de`)
    expect(embed?.description).toMatch(/^2 Mitglieder, \d\d\.\d{3} Trophäen$/m)
    expect((await asked('no')).content).toBe('Das ist kein Tag.')
    const week = commandsIn(context.texts).find(({ name }) => name === 'week')
    expect(week?.description_localizations).toMatchObject({ de: 'Die letzten sieben Tage eines Clubs' })
  })

  it('/compare puts two side by side', async () => {
    const { embeds } = await command('compare', { first: '2PYL', second: '2QC', kind: 'club' })
    expect(embeds[0]?.fields?.map(({ name }) => name)).toEqual(['Delphin Divers', 'Newcomers'])
    expect(embeds[0]?.url).toBe(`${SITE}/compare?type=club&a=2PYL&b=2QC`)
  })

  it.each([
    ['club', { tag: 'nonsense!' }, /^This is no tag/],
    ['club', { tag: '2PYY' }, /^No club with the tag #2PYY is tracked.*search\/2PYY/],
    ['player', {}, /^Give a tag, or tell me once who you are/],
    ['nonsense', {}, /^There is no such command/],
    ['__proto__', {}, /^There is no such command/],
    ['constructor', {}, /^There is no such command/],
    ['toString', {}, /^There is no such command/],
    ['link', { tag: '2PYY' }, /^No player with the tag #2PYY/],
  ])('/%s with %j tells the asker alone what to do', async (name, options, sentence) => {
    const { content, flags } = await command(name, options as Record<string, string>, '281474976710999')
    expect([content, flags]).toEqual([expect.stringMatching(sentence), 64])
  })

  it('/link remembers who the asker is, until they are hidden or forget it', async () => {
    expect((await command('link', { tag: '2PL' })).content).toContain('Linked to Kira')
    expect((await command('player')).embeds[0]?.title).toBe('Kira')
    expect((await command('week')).embeds[0]?.title).toBe('Delphin Divers')
    expect((await command('link')).content).toMatch(/^Forgotten/)
    expect((await command('player')).flags).toBe(64)
    await command('link', { tag: '2QP' })
    await carryOut(context, '#2QP', 'hide')
    expect(await context.db.selectFrom('discord_links').selectAll().execute()).toEqual([])
  })

  it('forgets links that nobody used for a year', async () => {
    const used_at = new Date(context.clock.now().getTime() - 366 * DAY_MS)
    await context.db.insertInto('discord_links').values({ discord_user: '1', player_tag: '#2PL', used_at }).execute()
    await command('link')
    expect(await context.db.selectFrom('discord_links').selectAll().execute()).toEqual([])
  })

  it('counts commands by the person and the server, and tells who asks too often when to ask again', async () => {
    const often = '281474976710001'
    for (let turns = 0; turns < 20; turns += 1) await command('club', { tag: '2PYL' }, often)
    const { content, flags } = await command('club', { tag: '2PYL' }, often)
    expect([content, flags]).toEqual([
      expect.stringMatching(/^You asked often in the last minute\. .* \d+ seconds/),
      64,
    ])
    expect((await command('club', { tag: '2PYL' }, '281474976710002')).embeds).toHaveLength(1)
    const [full, other] = ['381474976710001', '381474976710002']
    const wrong = { tag: 'nonsense!' }
    for (let turns = 0; turns < 120; turns += 1) await command('club', wrong, `4814749767${10_000 + turns}`, full)
    const crowded = await command('club', { tag: '2PYL' }, ADA, full)
    expect(crowded.content).toMatch(/^Many people of this server asked in the last minute/)
    expect((await command('club', { tag: '2PYL' }, ADA, other)).embeds).toHaveLength(1)
    await context.clock.advance(60_000)
    expect((await command('club', { tag: '2PYL' }, often, full)).embeds).toHaveLength(1)
  })

  it('commands are not counted by the address, which is always Discord; refused requests are', async () => {
    const settings = { DISCORD_PUBLIC_KEY: PUBLIC_KEY, REQUESTS_PER_MINUTE: '5' }
    const strict = openTestContext({ store, clock: context.clock, settings })
    const limited = openTestApp(strict, [
      ...slices,
      (server) => registerInteractions(server, strict, askPublic(server), { edit }),
    ])
    const statuses: number[] = []
    const send = async (headers?: Record<string, string>) => {
      const body = interaction('club', { tag: '2PYL' })
      statuses.push((await post(body, headers ?? signed(body), limited)).statusCode)
    }
    for (let turns = 0; turns < 8; turns += 1) await send()
    for (let turns = 0; turns < 6; turns += 1) await send({ 'content-type': 'application/json' })
    await send()
    expect(statuses).toEqual([...Array(8).fill(200), ...Array(5).fill(401), 429, 200])
    await limited.close()
  })

  it('announces an answer that takes long, and puts it into its place', async () => {
    const { promise: stored, resolve: readStore } = Promise.withResolvers<void>()
    const slowly =
      (ask: AskPublic): AskPublic =>
      async (call, input) => {
        await stored
        return ask(call, input)
      }
    const slow = openTestApp(context, [
      ...slices,
      (server) => registerInteractions(server, context, slowly(askPublic(server)), { edit, answerWithinMs: 0 }),
    ])
    const body = interaction('club', { tag: '2PYL' })
    const answer = await post(body, signed(body), slow)
    expect([JSON.parse(answer.body), late]).toEqual([{ type: 5 }, []])
    readStore()
    await vi.waitFor(() => expect(late).toHaveLength(1))
    expect(late[0]).toMatchObject({ token: `token-${turn}`, reply: { embeds: [{ title: 'Delphin Divers' }] } })
    await slow.close()
  })
})

describe('a late answer', () => {
  const config = { DISCORD_APPLICATION_ID: '281474976710656' }

  it('is put into the place of the announcement', async () => {
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        seen.push([request.method, request.url, JSON.parse(body)])
        response.writeHead(request.url?.includes('gone') ? 404 : 200).end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const fake = { ...config, DISCORD_URL: base }
    await editReply(fake, 'a-token', { content: 'Hello' })
    expect(seen).toEqual([
      ['PATCH', '/api/v10/webhooks/281474976710656/a-token/messages/@original', { content: 'Hello' }],
    ])
    await expect(editReply(fake, 'gone', {})).rejects.toThrow('Discord answered 404')
    await new Promise((resolve) => server.close(resolve))
  })

  it.each(['../../users/@me', '..', '.', 'a/b', '', 'a?b'])('goes nowhere with the token %j', async (token) => {
    await expect(editReply({ ...config, DISCORD_URL: 'http://127.0.0.1:9' }, token, {})).rejects.toThrow('not known')
  })
})

it('the commands are within the limits of Discord', () => {
  for (const { name, description, options } of commandsIn(readTexts())) {
    expect([name, description]).toEqual([expect.stringMatching(/^[a-z]{1,32}$/), expect.stringMatching(/^.{1,100}$/)])
    for (const option of options) expect(option.description.length).toBeLessThanOrEqual(100)
    const required = options.map((option) => option.required)
    expect(required.toSorted((one, other) => Number(other) - Number(one))).toEqual(required)
  }
})
