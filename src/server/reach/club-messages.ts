import { hash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, dateColumn, queryRows } from '#server/database/database.ts'
import { readGoals, readGoalsAhead } from '#server/directory/club-goals.ts'
import { readMemberHistories } from '#server/history/members.ts'
import { readTrackedSeries } from '#server/history/series.ts'
import { oldHighest } from '#server/history/standing-bests.ts'
import { playerMilestones } from '#server/metrics/changes.ts'
import { goalProgress } from '#server/metrics/club-goal.ts'
import { windowView } from '#server/metrics/daily-series.ts'
import { memberPresence } from '#server/metrics/presence.ts'
import { SILENCE_DAYS } from '#server/metrics/silence.ts'
import { clubGrowth, netGain, recordDay } from '#server/metrics/trophy-gain.ts'
import { chanceWord, goalWords } from '#shared/club-goal.ts'
import { type CalendarDay, DAY_MS, dayInWords, dayOf, isStale, lastSeenWords, seasonEnds, WEEK } from '#shared/days.ts'
import type { ChannelPost } from '#shared/desk.ts'
import { eventSentence, milestoneSentence, ROSTER_EVENT_KINDS, reachedSentence } from '#shared/event-texts.ts'
import type { ChannelEvent } from '#shared/kinds.ts'
import { languagePrefix } from '#shared/languages.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { factsInWords, formatThousands, signed } from '#shared/number-format.ts'
import { nameOrTag, plainMarkdown, plainName } from '#shared/plain-name.ts'
import { HIDDEN_NAME, isAlias, tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Channel, postOf } from './channels.ts'
import type { Compose } from './discord.ts'
import type { Draft } from './discord-text.ts'
import { LADDER_POSTS, readReached } from './ladder-news.ts'
import type { DueMessage } from './outbox.ts'

/** For whom a message is made, whether it is sent or shown first: a club, what is chosen for it, and the language. */
type Readers = Pick<Channel, 'desk' | 'language' | 'posts'>

/** How the messages about clubs are made that need nothing from the desk. Each reads the store when it is sent. */
export const CLUB_MESSAGES = {
  test: composeTest,
  events: composeEvents,
  blacklisted: composeAlert,
  day: composeDay,
  board: composeBoard,
} satisfies Partial<Record<ChannelEvent, Compose>>

/** `url`: its page in the channel's language; `site`: the address of the site. Null where the site does not know its own. */
type Club = { name: string; url: string | null; site: string | null }

/** The club of a channel as messages name it. */
export async function clubOf(
  { db, config }: Context,
  { desk: tag, language }: Pick<Channel, 'desk' | 'language'>,
): Promise<Club> {
  const club = await db.selectFrom('clubs').select('name').where('tag', '=', tag).executeTakeFirst()
  const site = config.PUBLIC_URL?.replace(/\/+$/, '') ?? null
  const url = site === null ? null : `${site}${languagePrefix(language)}/club/${tagInPath(tag)}`
  return { name: plainMarkdown(nameOrTag(club?.name ?? tag, tag)), url, site }
}

const POSTS = {
  joined: 'discord.joined',
  left: 'discord.left',
  role: 'discord.role',
  settings: 'discord.settings',
  blacklisted: 'discord.blacklisted',
  inactive: 'discord.inactive',
  season_end: 'discord.seasonEnd',
  milestones: 'discord.milestones',
  record_days: 'discord.recordDays',
  new_tier: 'discord.newTier',
  ranked_best: 'discord.rankedBest',
  prestige: 'discord.prestige',
  streak: 'discord.streak',
  goal: 'discord.goal',
  board: 'discord.board',
  week: 'discord.week',
} satisfies Record<ChannelPost, PlainTextId>

async function composeTest(context: Context, channel: Channel): Promise<() => Draft> {
  const { name, url } = await clubOf(context, channel)
  return () => {
    const posts = factsInWords(channel.posts.map((post) => t(POSTS[post])))
    const chosen = posts === '' ? t('discord.postsNothing') : t('discord.posts', { posts })
    return { embeds: [{ title: name, url, lines: [t('discord.connected'), chosen] }] }
  }
}

const SPAN = z.object({ after: z.string(), until: z.string() })

const EVENT = {
  kind: z.enum(ROSTER_EVENT_KINDS),
  player_tag: z.nullable(z.string()),
  player_name: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
}

/** What happened in the club between two moments, in the words of its page. */
async function composeEvents(
  context: Context,
  channel: Readers,
  message: Pick<DueMessage, 'payload'>,
): Promise<(() => Draft) | null> {
  const { after, until } = SPAN.parse(message.payload)
  const rows = await queryRows(
    context.db,
    EVENT,
    sql`
      select kind, player_tag, player_name, before, after from roster_events
      where club_tag = ${channel.desk} and observed_at > ${new Date(after)} and observed_at <= ${new Date(until)}
      order by observed_at, id`,
  )
  const told = rows.filter(({ kind }) => {
    const post = postOf(kind)
    return post !== null && channel.posts.includes(post)
  })
  if (told.length === 0) return null
  const { name, url } = await clubOf(context, channel)
  return () => {
    const lines = told.map((event) => eventSentence({ ...event, player_name: shownName(event) }, plainMarkdown))
    return { embeds: [{ title: t('discord.news', { club: name }), url, lines }] }
  }
}

function shownName({ player_tag, player_name }: { player_tag: string | null; player_name: string | null }) {
  if (player_tag !== null && isAlias(player_tag)) return HIDDEN_NAME
  return player_name === null ? null : plainName(player_name)
}

/** Who joined in a scan and is on the club's blacklist. The reason stays at the desk. */
async function composeAlert(...[context, channel, message]: Parameters<Compose>): Promise<(() => Draft) | null> {
  const { at } = z.object({ at: z.string() }).parse(message.payload)
  const rows = await readJoiners(context.db, channel.desk, new Date(at))
  const tags = rows.flatMap(({ player_tag }) => player_tag ?? [])
  const marks = await context.db
    .selectFrom('member_marks')
    .select('player_tag')
    .where('desk', '=', channel.desk)
    .where('kind', '=', 'blacklist')
    .where('removed_at', 'is', null)
    .where('until', '>=', dayOf(context.clock.now()))
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .execute()
  const marked = new Set(marks.map(({ player_tag }) => player_tag))
  const joined = rows.filter(({ player_tag }) => player_tag !== null && marked.has(player_tag))
  if (joined.length === 0) return null
  const { name, url } = await clubOf(context, channel)
  return () => {
    const names = joined.map((row) => plainMarkdown(shownName(row) ?? row.player_tag ?? ''))
    const lines = names.map((who) => t('discord.isBlacklisted', { who }))
    return { embeds: [{ title: t('discord.lookAt', { club: name }), url, lines }] }
  }
}

function readJoiners(db: Database, club: string, at: Date) {
  return queryRows(
    db,
    { player_tag: EVENT.player_tag, player_name: EVENT.player_name },
    sql`
      select player_tag, player_name from roster_events
      where club_tag = ${club} and observed_at = ${at} and kind in ('joined', 'returned') order by id`,
  )
}

/** Days that are read of each member, so that a milestone that was passed before is not told again. */
const MEMBER_DAYS = 400

/** A piece of a day's news. The key tells it from the others of the day and names nobody; `line` says it. */
type DayPiece = { key: string; line: () => string }

/**
 * What a channel is told of a day: the end of a season, members' milestones, the club's best day, what members reached in
 * Ranked and with brawlers. Of today: so far.
 */
export async function dayNews(
  context: Pick<Context, 'db' | 'clock' | 'memory'>,
  { desk, posts }: Pick<Parameters<Compose>[1], 'desk' | 'posts'>,
  day: CalendarDay,
): Promise<DayPiece[]> {
  const { db, clock } = context
  const start = new Date(Date.parse(day))
  const end = start.getTime() + DAY_MS - 1
  const now = new Date(Math.min(end, clock.now().getTime()))
  const pieces = [
    posts.includes('season_end') ? await seasonNews(db, desk, start, now) : [],
    posts.includes('record_days') ? await recordNews(db, desk, now, now.getTime() < end) : [],
    posts.includes('milestones') ? await milestoneNews(db, desk, day, now) : [],
    await ladderNews(context, { desk, posts }, day),
    posts.includes('goal') ? await goalNews({ db, clock }, desk, day, now.getTime() < end) : [],
  ]
  return pieces.flat()
}

const DAY_NEWS = z.object({ day: dateColumn, keys: z.optional(z.array(z.string())) })

/** The news of a day that the message is to tell, as they are now. A message of an earlier version tells all. */
async function composeDay(...[context, channel, message]: Parameters<Compose>): Promise<(() => Draft) | null> {
  const { day, keys } = DAY_NEWS.parse(message.payload)
  const news = await dayNews(context, channel, day)
  const told = news.filter(({ key }) => keys?.includes(key) ?? true)
  if (told.length === 0) return null
  const { name, url } = await clubOf(context, channel)
  return () => {
    const lines = told.map(({ line }) => line())
    return { embeds: [{ title: t('discord.dayOf', { club: name, day: dayInWords(day) }), url, lines }] }
  }
}

/** Not before the day is over: until then not all members were seen without what the season took. */
async function seasonNews(db: Database, tag: string, start: Date, now: Date): Promise<DayPiece[]> {
  if (now.getTime() < start.getTime() + DAY_MS - 1 || seasonEnds(start, now).length === 0) return []
  const club = await readTrackedSeries(db, 'club', tag, { days: 1, until: now })
  const taken = club?.series.resets.at(-1) ?? 0
  const line = () =>
    taken < 0 ? t('discord.seasonTook', { trophies: formatThousands(-taken) }) : t('discord.seasonEnded')
  return [{ key: 'season', line }]
}

async function recordNews(db: Database, tag: string, now: Date, goesOn: boolean): Promise<DayPiece[]> {
  const club = await readTrackedSeries(db, 'club', tag, { days: MEMBER_DAYS, until: now })
  const record = club === null ? null : recordDay(club.series)
  if (record === null) return []
  const line = () => {
    const values = { day: dayInWords(record.since), change: signed(record.played) }
    return goesOn ? t('discord.bestDaySoFar', values) : t('discord.bestDay', values)
  }
  return [{ key: 'record', line }]
}

/** That the goal was reached, on the day of it; and once a day is over, how far the club is. */
async function goalNews(
  context: Pick<Context, 'db' | 'clock'>,
  tag: string,
  day: CalendarDay,
  goesOn: boolean,
): Promise<DayPiece[]> {
  const goals = await readGoals(context, tag)
  const goal = goals?.goal ?? null
  if (goals === null || goal === null || day < goal.from || day > goal.until) return []
  if (goal.reachedOn === day) {
    return [{ key: `goal ${goal.id} reached`, line: () => t('discord.goalReached', { goal: goalWords(goal) }) }]
  }
  if (goesOn || goal.reachedOn !== null || dayOf(goals.club.asOf) < day) return []
  const { missing } = goalProgress({ ...goal, until: day }, goals.club.series)
  if (missing === null) return []
  const futures = (await readGoalsAhead(context, tag))?.goal?.futures ?? null
  const line = () => {
    const values = { goal: goalWords(goal), trophies: formatThousands(missing) }
    if (futures === null) return t('discord.goalToGo', values)
    return t('discord.goalToGoChance', { ...values, chance: chanceWord(futures) })
  }
  return [{ key: `goal ${goal.id}`, line }]
}

async function milestoneNews(db: Database, tag: string, day: CalendarDay, now: Date): Promise<DayPiece[]> {
  const reached = async (days: number) => {
    const club = await readMemberHistories(db, tag, { days, until: now })
    return (club?.members ?? []).flatMap(({ name, tag: player, series }) => {
      const { achieved } = playerMilestones(series)
      const highest = achieved.findLast(({ achieved_date }) => achieved_date === day)?.trophy_count
      return highest === undefined ? [] : [{ name, player, highest }]
    })
  }
  // Most looks find nobody who passed one since the day before. Only for others is it asked whether it was the first time.
  if ((await reached(2)).length === 0) return []
  const passed = await reached(MEMBER_DAYS)
  const old = await oldHighest(
    db,
    passed.map(({ player }) => player),
    day,
  )
  const news = passed.filter(({ player, highest }) => highest > (old.get(player)?.milestone ?? 0))
  return news.map(({ name, player, highest }) => ({
    key: hash('sha256', `${player} ${highest}`, 'hex').slice(0, 16),
    line: () => milestoneSentence(plainMarkdown(nameOrTag(name, player)), highest),
  }))
}

async function ladderNews(
  context: Pick<Context, 'db' | 'clock' | 'memory'>,
  { desk, posts }: Pick<Parameters<Compose>[1], 'desk' | 'posts'>,
  day: CalendarDay,
): Promise<DayPiece[]> {
  if (!Object.values(LADDER_POSTS).some((post) => posts.includes(post))) return []
  const reached = await readReached(context, { club: desk, day })
  const plain = (text: string | null) => text && plainMarkdown(text)
  return reached
    .filter(({ kind }) => posts.includes(LADDER_POSTS[kind]))
    .map(({ player, name, kind, tier, brawler, brawlerId, figure }) => ({
      key: hash('sha256', [player, kind, tier, brawlerId, figure].join(' '), 'hex').slice(0, 16),
      line: () => reachedSentence(plainMarkdown(name), { kind, figure, tier: plain(tier), brawler: plain(brawler) }),
    }))
}

const BOARD_NAMES = 5

/**
 * The club as it was last seen, in one message that is edited. Nothing of it changes by the mere passing of time, but that
 * silence is no longer told once nobody has looked for a day.
 */
async function composeBoard(context: Context, channel: Readers): Promise<(() => Draft) | null> {
  const { db, clock } = context
  const now = clock.now()
  const window = { days: SILENCE_DAYS, now }
  const [club, histories] = await Promise.all([
    readTrackedSeries(db, 'club', channel.desk, window),
    readMemberHistories(db, channel.desk, window),
  ])
  if (club === null || histories === null) return null
  const { name, url } = await clubOf(context, channel)
  const { members, asOf } = histories
  const trophies = windowView(club.series, WEEK).dates.at(-1)?.close ?? null
  const { active, ghosts } = memberPresence(members, asOf)
  const gain = (days: number) => describeGain(clubGrowth(club.series, days).growth)
  const [isLate, isToday] = [isStale(asOf, now), dayOf(asOf) === dayOf(now)]
  return () => ({
    embeds: [
      {
        title: name,
        url,
        lines: bestOfDay(
          members,
          isToday ? t('discord.bestToday') : t('discord.bestOn', { day: dayInWords(dayOf(asOf)) }),
        ),
        fields: [
          { name: t('ui.trophies'), value: trophies === null ? t('discord.unknown') : formatThousands(trophies) },
          { name: t('ui.members'), value: t('discord.membersOf', { members: members.length, seats: CLUB_SEATS }) },
          { name: isToday ? t('discord.today') : dayInWords(dayOf(asOf)), value: gain(1) },
          { name: t('discord.days', { days: WEEK }), value: gain(WEEK) },
          { name: t('discord.activeIn', { days: WEEK }), value: formatThousands(active.length) },
          ...(isLate ? [] : [{ name: t('discord.silentDays', { days: WEEK }), value: formatThousands(ghosts.length) }]),
        ],
        footer: isLate ? lastSeenWords(asOf) : t('discord.asOf', { day: dayInWords(dayOf(asOf)) }),
      },
    ],
  })
}

function describeGain(gain: number | null): string {
  return gain === null ? t('discord.unknown') : signed(gain)
}

type Members = NonNullable<Awaited<ReturnType<typeof readMemberHistories>>>['members']

/** Those who won most on the last day, below this heading. */
function bestOfDay(members: Members, heading: string): string[] {
  const won = members
    .map(({ name, tag, series }) => ({
      name: plainMarkdown(nameOrTag(name, tag)),
      gain: netGain(windowView(series, 1)) ?? 0,
    }))
    .filter(({ gain }) => gain > 0)
    .sort((one, other) => other.gain - one.gain)
    .slice(0, BOARD_NAMES)
  return won.length === 0 ? [] : [`**${heading}**`, ...won.map(({ name, gain }) => `${name} ${signed(gain)}`)]
}
