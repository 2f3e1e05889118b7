import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import type { ChannelPost } from '#shared/desk.ts'
import { ROSTER_EVENT_KINDS, type RosterEventKind } from '#shared/event-texts.ts'
import type { ChannelEvent } from '#shared/kinds.ts'
import { activeChannels, type Channel, outboxChannel, postOf, quietUntil } from './channels.ts'
import { dayNews } from './club-messages.ts'
import { LADDER_POSTS } from './ladder-news.ts'
import { enqueue, type Message } from './outbox.ts'

/** How long events of a club are gathered before they are told. */
const BATCH_MS = 5 * MINUTE_MS

const BOARD_MS = 30 * MINUTE_MS

/** A day is told when its last scans are surely in. */
const DAY_TOLD_AFTER_MS = HOUR_MS / 2

/** What happened before is no news any more. */
const NEWS_MS = DAY_MS

/** What a channel posts of a day: with the scan that shows it, and what the last scans showed once the day is over. */
const OF_THE_DAY: readonly ChannelPost[] = [
  ...(['season_end', 'milestones', 'record_days', 'goal'] as const),
  ...Object.values(LADDER_POSTS),
]

const EVENT = { club: z.string(), kind: z.enum(ROSTER_EVENT_KINDS), at: z.date() }
type RosterNews = { kind: RosterEventKind; at: Date }

const WEEK = { club: z.string(), week: z.string(), madeAt: z.date() }

/** What is known of the clubs that have channels. */
type News = {
  events: Map<string, RosterNews[]>
  weeks: Map<string, { week: string; madeAt: Date }>
  /** When each club was last scanned. */
  scans: Map<string, Date>
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
  let count = 0
  for (const channel of channels) {
    for (const message of dueMessages(channel, news, now)) count += Number(await putMessage(context, channel, message))
    if (OF_THE_DAY.some((post) => channel.posts.includes(post))) {
      count += await putDays(context, channel, news.scans.get(channel.desk) ?? channel.created_at)
    }
  }
  return count
}

async function readNews(db: Database, channels: readonly Channel[], now: Date): Promise<News> {
  const clubs = [...new Set(channels.map(({ desk }) => desk))]
  const since = new Date(now.getTime() - NEWS_MS)
  const keys = [inactiveKey(now), boardKey(now)]
  const [events, weeks, scans, there] = await Promise.all([
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
      { club: z.string(), at: z.date() },
      sql`select tag as club, observed_at as at from clubs where tag = any(${clubs})`,
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
    scans: new Map(scans.map(({ club, at }) => [club, at])),
    there: new Set(there.map(({ message }) => message)),
  }
}

type NewMessage = Pick<Message, 'dedupeKey' | 'payload'> & { event: ChannelEvent; postedUntil?: Date }

const yesterday = (now: Date) => dayOf(new Date(now.getTime() - DAY_MS))
const inactiveKey = (now: Date) => `inactive ${yesterday(now)}`
const boardKey = (now: Date) => `board ${new Date(Math.floor(now.getTime() / BOARD_MS) * BOARD_MS).toISOString()}`

function dueMessages(channel: Channel, { events, weeks, there }: News, now: Date): NewMessage[] {
  const ofClub = events.get(channel.desk) ?? []
  // A batch moves the moment until which all is told, so alerts come first.
  const messages = [...alerts(channel, ofClub), ...batch(channel, ofClub, now)]
  const midnight = Date.parse(dayOf(now))
  const isTold = now.getTime() >= midnight + DAY_TOLD_AFTER_MS && channel.created_at.getTime() < midnight
  const payload = { day: yesterday(now) }
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

function isChosen({ posts }: Channel, kind: RosterEventKind): boolean {
  const post = postOf(kind)
  return post !== null && posts.includes(post)
}

/**
 * What happened since the last batch, five minutes after the first of it. Players are not named: that waits for the
 * sending.
 */
function batch(channel: Channel, events: readonly RosterNews[], now: Date): NewMessage[] {
  const fresh = events.filter(({ kind, at }) => at > channel.posted_until && isChosen(channel, kind))
  const [first, last] = [fresh[0], fresh.at(-1)]
  if (first === undefined || last === undefined || now.getTime() - first.at.getTime() < BATCH_MS) return []
  const payload = { after: channel.posted_until.toISOString(), until: last.at.toISOString() }
  return [{ event: 'events', dedupeKey: `events ${payload.until}`, payload, postedUntil: last.at }]
}

/** Somebody joined, perhaps one on the blacklist: at once, one message for each scan that shows it. */
function alerts(channel: Channel, events: readonly RosterNews[]): NewMessage[] {
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
    return put(context, db, channel, message)
  })
}

function put(context: Context, db: Database, { id }: Channel, message: Omit<NewMessage, 'postedUntil'>) {
  const dueAt = context.clock.now()
  return enqueue(context, db, { kind: 'discord', channel: outboxChannel(id), dueAt, ...message })
}

/**
 * Puts the news of today into the outbox when a scan came since the last look, and what is still to be told of yesterday
 * once that is over. Returns how many messages. What is told is noted in the same transaction, so each piece is told once.
 */
async function putDays(context: Context, channel: Channel, scannedAt: Date): Promise<number> {
  const now = context.clock.now()
  const overAt = new Date(Date.parse(dayOf(now)) + DAY_TOLD_AFTER_MS)
  const { days_seen_at: seen, days_told: told } = channel
  const isOver = seen !== null && seen < overAt && now >= overAt
  if (seen !== null && seen >= scannedAt && !isOver) return 0
  const days = isOver ? [yesterday(now), dayOf(now)] : [dayOf(now)]
  const news = await Promise.all(
    days.map(async (day) => {
      const keys = (await dayNews(context, channel, day)).map(({ key }) => key)
      return { day, keys: keys.filter((key) => !told.includes(`${day} ${key}`)) }
    }),
  )
  const fresh = news.filter(({ keys }) => keys.length > 0)
  const looked = new Date(Math.max(scannedAt.getTime(), isOver || seen === null ? now.getTime() : 0))
  const kept = told.filter((piece) => piece >= yesterday(now))
  const noted = [...kept, ...fresh.flatMap(({ day, keys }) => keys.map((key) => `${day} ${key}`))]
  return context.db.transaction().execute(async (db) => {
    const moved = await db
      .updateTable('club_channels')
      .set({ days_seen_at: looked, days_told: sql`${JSON.stringify(noted)}::jsonb` })
      .where('id', '=', channel.id)
      .where(sql<boolean>`days_seen_at is not distinct from ${seen}`)
      .executeTakeFirst()
    if (moved.numUpdatedRows !== 1n || seen === null) return 0
    for (const payload of fresh) {
      await put(context, db, channel, {
        event: 'day',
        dedupeKey: `day ${payload.day} ${looked.toISOString()}`,
        payload,
      })
    }
    return fresh.length
  })
}
