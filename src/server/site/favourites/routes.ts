import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import {
  addFavourites,
  type listFavourites as listCall,
  listFavourites,
  noteVisit,
  orderFavourites,
  removeFavourite,
} from '#shared/contract/returning.ts'
import { DAY_MS } from '#shared/days.ts'
import { FAVOURITES_MAX, VISIT_DAYS, VISITS_MAX } from '#shared/limits.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { ENTITY_TYPES, type EntityType } from '#shared/tag.ts'
import { said } from '#shared/texts.ts'
import { type Server, serve, signedIn } from '../http/serve.ts'

/** Favourites of users, and when they looked at pages last. */
export function registerFavourites(server: Server, context: Context): void {
  const { db } = context
  serve(server, listFavourites, ({ visitor }) => favouritesOf(db, signedIn(visitor).userId))
  serve(server, addFavourites, ({ visitor, body }) => add(db, signedIn(visitor).userId, body.favourites))
  serve(server, orderFavourites, ({ visitor, body }) => order(db, signedIn(visitor).userId, body.favourites))
  serve(server, removeFavourite, async ({ visitor, params }) => {
    const { userId } = signedIn(visitor)
    await db
      .deleteFrom('favourites')
      .where('user_id', '=', userId)
      .where('type', '=', params.type)
      .where('tag', '=', params.tag)
      .execute()
    return favouritesOf(db, userId)
  })
  serve(server, noteVisit, ({ visitor, body }) => visit(context, signedIn(visitor).userId, body.tag))
}

type Favourite = { type: EntityType; tag: string }
type Favourites = Output<typeof listCall>

const FAVOURITE = { type: z.enum(ENTITY_TYPES), tag: z.string(), name: z.nullable(z.string()) }

async function favouritesOf(db: Database, userId: number): Promise<Favourites> {
  const rows = await queryRows(
    db,
    FAVOURITE,
    sql`
      select f.type, f.tag, case f.type when 'club' then c.name else p.name end as name
      from favourites f
        left join clubs c on c.tag = f.tag
        left join players p on p.tag = f.tag and not exists (select from tombstones t where t.tag = p.tag)
      where f.user_id = ${userId} order by f.place, f.type, f.tag`,
  )
  const favourites = rows.map(({ type, tag, name }) => ({
    type,
    tag,
    name: name === null ? null : nameOrTag(name, tag),
  }))
  return { favourites, favourites_max: FAVOURITES_MAX }
}

/** Adds those that are not there yet, as long as there is room. */
async function add(db: Database, userId: number, wanted: readonly Favourite[]): Promise<Output<typeof addFavourites>> {
  const leftOut = await ofUser(db, userId, async (transaction, present) => {
    const known = new Set(present.map(keyOf))
    const added = uniqueOf(wanted).filter((each) => !known.has(keyOf(each)))
    const fitting = added.slice(0, FAVOURITES_MAX - present.length)
    await write(transaction, userId, [...present, ...fitting])
    return added.length - fitting.length
  })
  return { ...(await favouritesOf(db, userId)), left_out: leftOut }
}

async function order(db: Database, userId: number, wanted: readonly Favourite[]): Promise<Favourites> {
  await ofUser(db, userId, async (transaction, present) => {
    const kept = new Set(present.map(keyOf))
    const first = uniqueOf(wanted).filter((each) => kept.has(keyOf(each)))
    const placed = new Set(first.map(keyOf))
    await write(transaction, userId, [...first, ...present.filter((each) => !placed.has(keyOf(each)))])
  })
  return favouritesOf(db, userId)
}

const keyOf = ({ type, tag }: Favourite) => `${type} ${tag}`
const uniqueOf = (given: readonly Favourite[]) => [...new Map(given.map((each) => [keyOf(each), each])).values()]

/** Changes a user's favourites while nobody else does. Throws `unauthorized` when the account was deleted meanwhile. */
function ofUser<T>(
  db: Database,
  userId: number,
  change: (transaction: Database, present: Favourite[]) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (user === undefined) throw new AppError('unauthorized', said('error.loginRequired'), { code: 'login_required' })
    const rows = await transaction
      .selectFrom('favourites')
      .select(['type', 'tag'])
      .where('user_id', '=', userId)
      .orderBy('place')
      .orderBy('type')
      .orderBy('tag')
      .execute()
    return change(transaction, rows)
  })
}

/** Keeps these, in this order. None that is kept is left out. */
async function write(db: Database, userId: number, favourites: readonly Favourite[]): Promise<void> {
  if (favourites.length === 0) return
  await db
    .insertInto('favourites')
    .values(favourites.map(({ type, tag }, place) => ({ user_id: userId, type, tag, place })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'type', 'tag']).doUpdateSet((row) => ({ place: row.ref('excluded.place') })),
    )
    .execute()
}

/** Notes a visit and returns when the one before was. */
async function visit({ db, clock }: Context, userId: number, tag: string): Promise<Output<typeof noteVisit>> {
  const now = clock.now()
  const oldest = new Date(now.getTime() - VISIT_DAYS * DAY_MS)
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('user_visits')
      .select('at')
      .where('user_id', '=', userId)
      .where('tag', '=', tag)
      .where('at', '>=', oldest)
      .forUpdate()
      .executeTakeFirst()
    await transaction
      .insertInto('user_visits')
      .values({ user_id: userId, tag, at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'tag']).doUpdateSet({ at: now }))
      .execute()
    await sql`
      delete from user_visits where user_id = ${userId} and (at < ${oldest} or tag not in (
        select tag from user_visits where user_id = ${userId} order by at desc, tag limit ${VISITS_MAX}))`.execute(
      transaction,
    )
    return { before: before?.at.toISOString() ?? null }
  })
}
