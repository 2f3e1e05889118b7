import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { DAY_MS, SECOND_MS } from '#shared/days.ts'

/** The pause of all channels, and that of one, by the names under which they are stored. */
export const ALL_CHANNELS = 'discord'
export const pauseOf = (id: number) => `discord ${id}`

const SECOND = 'discord second'
const REFUSED = 'discord refused'

/** Discord allows 50 requests a second. The site keeps to fewer, all processes together. */
const REQUESTS_A_SECOND = 30
/** Refused requests in ten minutes after which the site stops. Discord bans an address after 10,000. */
export const REFUSALS_MAX = 500
const REFUSALS_MS = 600_000

type Needs = Pick<Context, 'db' | 'clock'>

/** Counts a request to a channel. Null: it may be sent now. Otherwise the moment from which it may be tried. */
export async function countRequest({ db, clock }: Needs, id: number): Promise<Date | null> {
  const now = clock.now()
  const stops = await queryRows(
    db,
    { endsAt: z.date() },
    sql`
      select ends_at as "endsAt" from send_limits where ends_at > ${now} and (
        name in (${ALL_CHANNELS}, ${pauseOf(id)}) or (name = ${REFUSED} and used >= ${REFUSALS_MAX}))
      order by ends_at desc limit 1`,
  )
  if (stops[0] !== undefined) return stops[0].endsAt
  const counted = await countWithin({ db, clock }, SECOND, SECOND_MS)
  return counted.used <= REQUESTS_A_SECOND ? null : counted.endsAt
}

export async function countRefusal(context: Context): Promise<void> {
  const { used } = await countWithin(context, REFUSED, REFUSALS_MS)
  if (used === REFUSALS_MAX) context.log.error('Discord refuses so much that nothing is sent for some minutes')
}

const COUNTED = { used: z.int(), endsAt: z.date() }

/** Counts one use within a window that begins with the first of them. The store decides, so all processes share it. */
async function countWithin({ db, clock }: Needs, name: string, windowMs: number) {
  const now = clock.now()
  const [row] = await queryRows(
    db,
    COUNTED,
    sql`
      insert into send_limits as l (name, used, ends_at) values (${name}, 1, ${new Date(now.getTime() + windowMs)})
      on conflict (name) do update set
        used = case when l.ends_at <= ${now} then 1 else l.used + 1 end,
        ends_at = case when l.ends_at <= ${now} then excluded.ends_at else l.ends_at end
      returning used, ends_at as "endsAt"`,
  )
  return row ?? { used: 0, endsAt: now }
}

/** Stops what the name stands for. A pause that is there already and longer stays. Returns its end. */
export async function pause({ db, clock }: Needs, name: string, ms: number): Promise<Date> {
  const ends_at = new Date(clock.now().getTime() + Math.min(ms, DAY_MS))
  await sql`
    insert into send_limits as l (name, used, ends_at) values (${name}, 1, ${ends_at})
    on conflict (name) do update set ends_at = greatest(l.ends_at, excluded.ends_at)`.execute(db)
  return ends_at
}

/** Deletes counts and pauses that are over. */
export async function forgetLimits({ db, clock }: Needs): Promise<void> {
  await db.deleteFrom('send_limits').where('ends_at', '<=', clock.now()).execute()
}
