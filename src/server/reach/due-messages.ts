import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { DAY_MS, dayOf, HOUR_MS } from '#shared/days.ts'
import { activeChannels, type Channel, type ChannelPost, outboxChannel, postOf, quietUntil } from './channels.ts'
import { enqueue, type Message } from './outbox.ts'

const MINUTE_MS = 60_000

/** Events of a club are gathered for so long. */
const BATCH_MS = 5 * MINUTE_MS

const BOARD_MS = 30 * MINUTE_MS

/** A day is told when its last scans are surely in. */
const DAY_TOLD_AFTER_MS = HOUR_MS / 2

/** What happened before is no news any more. */
const NEWS_MS = DAY_MS

/** What a channel posts that is made once a day, beside the report of inactivity, which the desk makes. */
const OF_THE_DAY: readonly ChannelPost[] = ['season_end', 'milestones', 'record_days']

const EVENT = { club: z.string(), kind: z.string(), at: z.date() }
const WEEK = { club: z.string(), week: z.string(), madeAt: z.date() }

/** What is known of the clubs that have channels. */
type News = {
  events: Map<string, { kind: string; at: Date }[]>
  weeks: Map<string, { week: string; madeAt: Date }>
  /** The messages that are in the outbox already, as `channel key`. */
  there: Set<string>
}

/**
 * Puts into the outbox what the clubs' channels are to post by now. Outside the quiet hours of each channel: what happens in
 * these follows afterwards. Returns how many messages. Several processes put each message there once.
 */
export async function enqueueDue(context: Context): Promise<number> {
  const { db, clock } = context
  const now = clock.now()
  const channels = (await activeChannels(db)).filter((channel) => quietUntil(channel, now) === null)
  if (channels.length === 0) return 0
  const news = await readNews(db, channels, now)
  let put = 0
  for (const channel of channels) {
    for (const message of dueMessages(channel, news, now)) put += Number(await putMessage(context, channel, message))
  }
  return put
}

async function readNews(db: Database, channels: readonly Channel[], now: Date): Promise<News> {
  const clubs = [...new Set(channels.map(({ desk }) => desk))]
  const since = new Date(now.getTime() - NEWS_MS)
  const keys = [dayKey(now), inactiveKey(now), boardKey(now)]
  const [events, weeks, there] = await Promise.all([
    queryRows(
      db,
      EVENT,
      sql`
        select club_tag as club, kind, observed_at as at from roster_events
        where club_tag = any(${clubs}) and observed_at > ${since} and observed_at <= ${now} order by observed_at, id`,
    ),
    queryRows(
      db,
      WEEK,
      sql`
        select distinct on (desk) desk as club, week::text as week, made_at as "madeAt" from week_reports
        where desk = any(${clubs}) and made_at > ${since} order by desk, week desc`,
    ),
    queryRows(
      db,
      { message: z.string() },
      sql`
        select channel || ' ' || dedupe_key as message from outbox
        where channel = any(${channels.map(({ id }) => outboxChannel(id))})
          and (dedupe_key = any(${keys}) or created_at > ${since})`,
    ),
  ])
  return {
    events: Map.groupBy(events, ({ club }) => club),
    weeks: new Map(weeks.map((week) => [week.club, week])),
    there: new Set(there.map(({ message }) => message)),
  }
}

type NewMessage = Pick<Message, 'event' | 'dedupeKey' | 'payload'> & { postedUntil?: Date }

const yesterday = (now: Date) => dayOf(new Date(now.getTime() - DAY_MS))
const dayKey = (now: Date) => `day ${yesterday(now)}`
const inactiveKey = (now: Date) => `inactive ${yesterday(now)}`
const boardKey = (now: Date) => `board ${new Date(Math.floor(now.getTime() / BOARD_MS) * BOARD_MS).toISOString()}`

function dueMessages(channel: Channel, { events, weeks, there }: News, now: Date): NewMessage[] {
  const ofClub = events.get(channel.desk) ?? []
  // A batch moves the moment until which all is told, so alerts come first.
  const messages = [...alerts(channel, ofClub), ...batch(channel, ofClub, now)]
  const midnight = Date.parse(dayOf(now))
  const isTold = now.getTime() >= midnight + DAY_TOLD_AFTER_MS && channel.created_at.getTime() < midnight
  const payload = { day: yesterday(now) }
  if (isTold && OF_THE_DAY.some((post) => channel.posts.includes(post))) {
    messages.push({ event: 'day', dedupeKey: dayKey(now), payload })
  }
  if (isTold && channel.posts.includes('inactive')) {
    messages.push({ event: 'inactive', dedupeKey: inactiveKey(now), payload })
  }
  if (channel.posts.includes('board')) messages.push({ event: 'board', dedupeKey: boardKey(now), payload: {} })
  const week = weeks.get(channel.desk)
  if (channel.posts.includes('week') && week !== undefined && week.madeAt > channel.created_at) {
    messages.push({ event: 'week', dedupeKey: `week ${week.week}`, payload: { week: week.week } })
  }
  return messages.filter(({ dedupeKey }) => !there.has(`${outboxChannel(channel.id)} ${dedupeKey}`))
}

function isChosen({ posts }: Channel, kind: string): boolean {
  const post = postOf(kind)
  return post !== null && posts.includes(post)
}

/** What happened since the last batch, five minutes after the first of it. Players are not named: that waits for the sending. */
function batch(channel: Channel, events: readonly { kind: string; at: Date }[], now: Date): NewMessage[] {
  const fresh = events.filter(({ kind, at }) => at > channel.posted_until && isChosen(channel, kind))
  const [first, last] = [fresh[0], fresh.at(-1)]
  if (first === undefined || last === undefined || now.getTime() - first.at.getTime() < BATCH_MS) return []
  const payload = { after: channel.posted_until.toISOString(), until: last.at.toISOString() }
  return [{ event: 'events', dedupeKey: `events ${payload.until}`, payload, postedUntil: last.at }]
}

/** Somebody joined, perhaps one on the blacklist: at once, one message for each scan that shows it. */
function alerts(channel: Channel, events: readonly { kind: string; at: Date }[]): NewMessage[] {
  if (!channel.posts.includes('blacklisted')) return []
  const joined = events.filter(({ kind, at }) => postOf(kind) === 'joined' && at > channel.posted_until)
  const times = [...new Set(joined.map(({ at }) => at.toISOString()))]
  return times.map((at) => ({ event: 'blacklisted', dedupeKey: `blacklisted ${at}`, payload: { at } }))
}

async function putMessage(
  context: Context,
  channel: Channel,
  { postedUntil, ...message }: NewMessage,
): Promise<boolean> {
  const dueAt = context.clock.now()
  return context.db.transaction().execute(async (db) => {
    if (postedUntil !== undefined) {
      const moved = await db
        .updateTable('club_channels')
        .set({ posted_until: postedUntil })
        .where('id', '=', channel.id)
        .where('posted_until', '=', channel.posted_until)
        .executeTakeFirst()
      if (moved.numUpdatedRows !== 1n) return false
    }
    return enqueue(context, db, { kind: 'discord', channel: outboxChannel(channel.id), dueAt, ...message })
  })
}
