import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { EXAMPLE_CLUB_TAG } from '#demo/world/landmarks.ts'
import { SLICES } from '#server/app.ts'
import { collectClub } from '#server/collector/collect-tag.ts'
import { summarise } from '#server/directory/summarise.ts'
import { createGuestSession, login } from '#shared/contract/accounts.ts'
import type { AnyEndpoint, CallInput, Output } from '#shared/contract/endpoint.ts'
import { answerOf, ask } from './ask.ts'
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
  REGISTRATIONS_PER_HOUR: MANY,
  LOGINS_PER_MINUTE: MANY,
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

function newUser({ app, context }: DeskStory, name: string, players: string[]): Promise<DeskVisitor> {
  return signIn(app, context.db, context.clock, { name, players })
}

/** Registers a user who has linked these players, and logs in. */
export async function signIn(
  app: FastifyInstance,
  db: TestStore['db'],
  clock: TestContext['clock'],
  { name, players }: { name: string; players: string[] },
): Promise<DeskVisitor> {
  const user = { username: name, email: `${name}@example.com`, password: 'dolphins swim' }
  await app.inject({ method: 'POST', url: '/api/auth/register', payload: user })
  const payload = { identifier: user.email, password: user.password }
  const { token } = answerOf(login, await app.inject({ method: 'POST', url: '/api/auth/login', payload }))
  const { id } = await db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()
  for (const player_tag of players) {
    await db.insertInto('linked_players').values({ user_id: id, player_tag, linked_at: clock.now() }).execute()
  }
  return { headers: { authorization: `Bearer ${token}` }, userId: id }
}
