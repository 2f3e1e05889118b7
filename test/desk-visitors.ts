import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { EXAMPLE_CLUB_TAG } from '#demo/world/landmarks.ts'
import { SLICES } from '#server/app.ts'
import { collectClub } from '#server/collector/collect-tag.ts'
import { summarise } from '#server/directory/summarise.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { createGuestSession } from '#shared/contract/accounts.ts'
import type { AnyEndpoint, CallInput, Output } from '#shared/contract/endpoint.ts'
import { DAY_MS } from '#shared/days.ts'
import { ask } from './ask.ts'
import { openTestApp, type TestContext } from './open-context.ts'
import type { TestStore } from './open-store.ts'
import { openTestWorld, type TestWorld } from './open-world.ts'

export const DESK_CLUB = EXAMPLE_CLUB_TAG

/** Somebody who asks: the header fields that say who they are. */
export type DeskVisitor = { headers: Record<string, string>; userId: number }

export type DeskStory = {
  world: TestWorld
  context: TestContext
  app: FastifyInstance
  /** The tags of the club's members, by their role in the game. */
  roles: Record<string, string[]>
  /** A new user, with these players linked as if they had proven them. */
  user(name: string, ...players: string[]): Promise<DeskVisitor>
  guest(): Promise<DeskVisitor>
  /** The answer of a call, as a visitor. */
  as<E extends AnyEndpoint>(visitor: DeskVisitor, call: E, asked: CallInput<E>): Promise<Output<E>>
  /** The status of a call and the code of its refusal. */
  refused(visitor: DeskVisitor, call: AnyEndpoint, asked: Parts): Promise<[number, string]>
  close(): Promise<void>
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: object }

const MANY = '100000'
const SETTINGS = {
  SECRET_KEY: 'a secret that has 32 characters or more',
  GUEST_SESSIONS_PER_HOUR: MANY,
}

/** The demo world with its example club collected, and users who lead it. */
export async function openDeskStory(
  store: TestStore,
  options: { demo?: boolean; settings?: Record<string, string>; log?: Logger } = {},
) {
  await store.reset()
  const world = await openTestWorld(store)
  const context: TestContext = world.context({
    settings: { ...SETTINGS, ...options.settings },
    ...(options.log ? { log: options.log } : {}),
    summarise: (renewed) => summarise(context, renewed),
  })
  if (options.demo) Object.assign(context.installation, { demo: true, exampleClubTag: DESK_CLUB })
  const app = openTestApp(context, SLICES)
  await collectClub(context, DESK_CLUB, { priority: 'visitor' })
  const { members } = (await context.gameApi.getClub(DESK_CLUB)).body
  const roles: Record<string, string[]> = {}
  for (const { role, tag } of members) roles[role ?? 'member'] = [...(roles[role ?? 'member'] ?? []), tag]
  const story: DeskStory = {
    world,
    context,
    app,
    roles,
    user: (name, ...players) => newUser(story, name, players),
    async guest() {
      const { session_id } = await ask(app, createGuestSession, {})
      return { headers: { 'x-guest-session': session_id }, userId: 0 }
    },
    as: (visitor, call, asked) => ask(app, call, { ...asked, headers: visitor.headers }),
    async refused(visitor, call, { params = {}, query = {}, body }) {
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
      const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
      const url = `${path}?${new URLSearchParams(given)}`
      const payload = body === undefined ? {} : { payload: body }
      const answer = await app.inject({ method: call.method, url, headers: visitor.headers, ...payload })
      const { code = 'ok' } = JSON.parse(answer.body) as { code?: string }
      return [answer.statusCode, code]
    },
    close: () => world.close(),
  }
  return story
}

function newUser({ context }: DeskStory, name: string, players: string[]): Promise<DeskVisitor> {
  return signIn(context.db, context.clock, { name, players })
}

/** What is stored of the password `dolphins swim`. Hashing it for each user would take most of the CPU of signing in. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$aLpA/ytS/0yioJtlNOVPqA$ameWD/UHeBCMjpa0DdW+OGbuAFvowpmP84gJ0cyUEx4'

/** A new user, signed in, who has linked these players. */
export async function signIn(
  db: TestStore['db'],
  clock: TestContext['clock'],
  { name, players }: { name: string; players: string[] },
): Promise<DeskVisitor> {
  const now = clock.now()
  const token = newSecret()
  const user = { username: name, email: `${name}@example.com`, password_hash: PASSWORD_HASH, created_at: now }
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  const times = { created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 30 * DAY_MS) }
  await db
    .insertInto('user_sessions')
    .values({ token_hash: hashSecret(token), user_id: id, ...times })
    .execute()
  const links = players.map((player_tag) => ({ user_id: id, player_tag, linked_at: now }))
  if (links.length > 0) await db.insertInto('linked_players').values(links).execute()
  return { headers: { authorization: `Bearer ${token}` }, userId: id }
}
