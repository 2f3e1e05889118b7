import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, dateColumn, queryRows } from '#server/database/database.ts'
import { firstClubWeek, makeClubWeek, noWeek } from '#server/directory/club-weeks.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { type ClubWeek, highestFirst, movesApart, reportMonday } from '#server/metrics/club-week.ts'
import { clubOf } from '#server/reach/club-messages.ts'
import type { Compose } from '#server/reach/discord.ts'
import type { Draft } from '#server/reach/discord-text.ts'
import { type Reached, readReached } from '#server/reach/ladder-news.ts'
import { headlineOf, weekText } from '#server/reach/week-text.ts'
import type { Suggestion } from '#shared/contract/desk.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { getPublishedWeek, getWeek, listWeeks, publishWeek } from '#shared/contract/weeks.ts'
import { addDays, type CalendarDay, calendarDay, dayInWords, daysBetween, WEEK } from '#shared/days.ts'
import { mondayOf, weekCardPath } from '#shared/iso-week.ts'
import { type Language, languageQuery } from '#shared/languages.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import { changedMeanwhile, namesOf, writeLog } from './desk-log.ts'
import { type Desk, deskOfClub } from './open-desk.ts'
import { judgeDesk } from './queue.ts'
import { readRules } from './rules.ts'

type Queue = { remove: number; warn: number; promote: number }

/** What is kept of a week. `queue`: as it was when the report was made; null for weeks that were made from history. */
type StoredWeek = { week: ClubWeek; queue: Queue | null; time_zone: string }

/** A desk as weeks need it. */
type Owner = Pick<Desk, 'key' | 'clubTag'>

const WEEKS_SHOWN = 52

/** The weeks of which there is a report, or enough history for one. */
export async function readWeeks(context: Context, desk: Desk): Promise<Output<typeof listWeeks>> {
  const { db, clock } = context
  const { time_zone } = await readRules(context, desk)
  const monday = reportMonday(clock.now(), time_zone)
  const [first, rows] = await Promise.all([
    firstClubWeek(db, desk.clubTag),
    db.selectFrom('week_reports').select(['week', 'report', 'published']).where('desk', '=', desk.key).execute(),
  ])
  const stored = new Map(rows.map((row) => [row.week, { ...readReport(row.report), published: row.published }]))
  const count = first === null ? 0 : Math.min(WEEKS_SHOWN, Math.floor(daysBetween(first, monday) / WEEK) + 1)
  const weeks = Array.from({ length: Math.max(0, count) }, (_, place) => {
    const date = addDays(monday, -WEEK * place)
    const known = stored.get(date)
    return {
      date,
      headline: known === undefined ? null : headlineOf(known.week),
      growth: known?.week.growth ?? null,
      published: known?.published ?? false,
    }
  })
  return { weeks, next: addDays(monday, WEEK) }
}

/** The report of a week. One that was never made is made from history and kept. */
export async function readWeek(context: Context, desk: Desk, date: string): Promise<Output<typeof getWeek>> {
  const monday = await knownWeek(context, desk, date)
  const row = (await storedRow(context.db, desk.key, monday)) ?? (await makeWeek(context, desk, monday))
  const { stored, published, version } = row
  const shown = await shownWeek(context.db, { desk, monday, stored, published })
  return { ...shown.fields, queue: stored.queue, text: shown.text(), version }
}

/** Throws `not_found` for a date that is no Monday, lies ahead, or before the club was known for a week. */
async function knownWeek(context: Context, desk: Desk, date: string): Promise<CalendarDay> {
  const { time_zone } = await readRules(context, desk)
  const first = await firstClubWeek(context.db, desk.clubTag)
  const monday = calendarDay(date)
  const last = reportMonday(context.clock.now(), time_zone)
  if (first === null || monday !== mondayOf(monday) || monday < first || monday > last) throw noWeek()
  return monday
}

type Row = { stored: StoredWeek; published: boolean; version: number }

/** Only `makeWeek` writes this column. */
const readReport = (report: unknown) => report as StoredWeek

async function storedRow(db: Database, key: string, monday: CalendarDay): Promise<Row | undefined> {
  const row = await db
    .selectFrom('week_reports')
    .select(['report', 'published', 'version'])
    .where('desk', '=', key)
    .where('week', '=', monday)
    .executeTakeFirst()
  return row && { ...row, stored: readReport(row.report) }
}

/** Makes the report and keeps it, unless another process has done so meanwhile. */
async function makeWeek(context: Context, owner: Owner, monday: CalendarDay, queue: Queue | null = null): Promise<Row> {
  const { db, clock } = context
  const report = JSON.stringify({ ...(await weekFromHistory(context, owner, monday)), queue })
  await db
    .insertInto('week_reports')
    .values({ desk: owner.key, week: monday, report, made_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await storedRow(db, owner.key, monday)
  if (row === undefined) throw noWeek()
  return row
}

async function weekFromHistory(context: Context, owner: Owner, monday: CalendarDay): Promise<StoredWeek> {
  const { time_zone } = await readRules(context, owner)
  const [week, reached] = await Promise.all([
    makeClubWeek(context, owner.clubTag, monday),
    readReached(context, { club: owner.clubTag, day: addDays(monday, -WEEK), until: addDays(monday, -1) }),
  ])
  return { week: { ...week, reached: reached.map(keptReached) }, queue: null, time_zone }
}

/** What is kept of it: names of members follow those of today. */
function keptReached({ player, kind, tier, brawler, figure }: Reached): NonNullable<ClubWeek['reached']>[number] {
  return { player, kind, tier, brawler, figure }
}

type Showing = { desk: Owner; monday: CalendarDay; stored: StoredWeek; published: boolean }

/** A report with the names of today. */
async function shownWeek(db: Database, { desk, monday, stored: { week, time_zone }, published }: Showing) {
  const lists = [
    week.best,
    week.falls,
    week.promoted,
    week.anniversaries,
    week.personal_bests,
    week.reached ?? [],
  ].flat()
  const moves = movesApart(week)
  const tags = [...lists.map(({ player }) => player), ...Object.values(moves).flat()]
  const [names, club] = await Promise.all([
    namesOf(db, tags),
    db.selectFrom('clubs').select('name').where('tag', '=', desk.clubTag).executeTakeFirst(),
  ])
  const clubName = nameOrTag(club?.name ?? desk.clubTag, desk.clubTag)
  const named = <T extends { player: string }>({ player, ...rest }: T) => ({
    player_tag: player,
    player_name: names(player),
    ...rest,
  })
  const fields: Output<typeof getPublishedWeek> = {
    club_tag: desk.clubTag,
    club_name: clubName,
    date: monday,
    from: addDays(monday, -WEEK),
    time_zone,
    headline: headlineOf(week),
    growth: week.growth,
    played: week.played,
    joined: week.joined,
    left: week.left,
    trophies: week.trophies,
    members: week.members,
    best: week.best.map(named),
    falls: week.falls.map(named),
    active_share: week.active_share,
    active_shares_before: week.active_shares_before,
    joiners: moves.joiners.map((player) => named({ player })),
    leavers: moves.leavers.map((player) => named({ player })),
    came_and_left: moves.came_and_left.map((player) => named({ player })),
    left_and_back: moves.left_and_back.map((player) => named({ player })),
    promoted: week.promoted.map(named),
    anniversaries: week.anniversaries.map(named),
    personal_bests: highestFirst(week.personal_bests).map(named),
    reached: (week.reached ?? []).map(named),
    battles: week.battles,
    win_rate: week.win_rate,
    known_days: week.known_days,
    published,
  }
  return { fields, text: () => weekText({ clubName, monday, week, nameOf: names }) }
}

/** Publishes a report, or makes it private again. */
export async function setPublished(
  context: Context,
  desk: Desk,
  { date, published, version }: { date: string; published: boolean; version: number },
): Promise<Output<typeof publishWeek>> {
  const before = await readWeek(context, desk, date)
  const monday = calendarDay(before.date)
  const done = await context.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('week_reports')
      .set({ published, version: version + 1 })
      .where('desk', '=', desk.key)
      .where('week', '=', monday)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    if (row === undefined) return null
    const undo = {
      table: 'week_reports',
      key: monday,
      version: row.version,
      set: { published: before.published },
    } as const
    const log_id = await writeLog(context, db, desk, {
      kind: published ? 'week_published' : 'week_withdrawn',
      player: null,
      text: `Week to ${dayInWords(addDays(monday, -1))}`,
      facts: { about: 'week', until: addDays(monday, -1) },
      undo: [undo],
    })
    return { published, version: row.version, log_id }
  })
  if (done === null) throw changedMeanwhile(await readWeek(context, desk, date))
  context.announcements.announce([clubChange(desk.clubTag)])
  return done
}

/** A report that the owner published. Throws 404 for all others, as if there were none. */
export async function readPublished(context: Context, tag: string, date: string): Promise<PublishedWeek> {
  const week = await readStored(context, tag, date)
  if (week === null || !week.fields.published) throw noWeek()
  return week.fields
}

type PublishedWeek = Output<typeof getPublishedWeek>

/**
 * A report that was made, published or not, and as it is kept; null where there is none. The caller decides who may read
 * it.
 */
export async function readStored(
  { db }: Pick<Context, 'db'>,
  tag: string,
  date: string,
): Promise<{ fields: PublishedWeek; week: ClubWeek } | null> {
  const monday = calendarDay(date)
  const row = await storedRow(db, tag, monday)
  if (row === undefined) return null
  const desk = { key: tag, clubTag: tag }
  const { fields } = await shownWeek(db, { desk, monday, ...row })
  return { fields, week: row.stored.week }
}

/** The report of a week for a channel of the club, in the names of today; null where there is none any more. */
export async function composeWeek(...[context, channel, message]: Parameters<Compose>): Promise<(() => Draft) | null> {
  const monday = z.object({ week: dateColumn }).parse(message.payload).week
  const row = await storedRow(context.db, channel.desk, monday)
  if (row === undefined) return null
  return weekPost(context, { desk: { key: channel.desk, clubTag: channel.desk }, monday, ...row }, channel.language)
}

/**
 * The newest report of a desk as a channel gets it; null where the club is not known for a week yet. It is not kept: the
 * one that is made when it is due tells of the queue too.
 */
export async function newestWeekPost(context: Context, desk: Desk, language: Language): Promise<(() => Draft) | null> {
  const [newest] = (await readWeeks(context, desk)).weeks
  if (newest === undefined) return null
  const monday = calendarDay(newest.date)
  const row = await storedRow(context.db, desk.key, monday)
  const stored = row?.stored ?? (await weekFromHistory(context, desk, monday))
  return weekPost(context, { desk, monday, stored }, language)
}

async function weekPost(context: Context, { desk, ...report }: Omit<Showing, 'published'>, language: Language) {
  const { name, url, site } = await clubOf(context, { desk: desk.clubTag, language })
  const { text } = await shownWeek(context.db, { desk, ...report, published: false })
  const picture = weekCardPath('club', desk.clubTag, addDays(report.monday, -WEEK)) + languageQuery(language)
  return (): Draft => {
    const title = t('discord.weekOf', { club: name, day: dayInWords(addDays(report.monday, -1)) })
    // The first line is the club's name with the days.
    const lines = text().split('\n').slice(1)
    return { embeds: [{ title, url, lines, ...(site === null ? {} : { image: site + picture }) }] }
  }
}

/**
 * Makes the reports that are due: of each club whose leaders have linked a player, once its Monday has begun and the
 * seven UTC days are over. Repeating it makes none twice, also in several processes at once.
 */
export async function makeDueWeeks(context: Context): Promise<number> {
  const clubs = await queryRows(
    context.db,
    { tag: z.string(), timeZone: z.nullable(z.string()) },
    sql`
      select distinct m.club_tag as tag, r.time_zone as "timeZone" from linked_players l
        left join tombstones t on t.tag = l.player_tag
        join club_members m on m.player_tag in (l.player_tag, t.alias) and m.left_at is null
        left join club_rules r on r.desk = m.club_tag
      where m.role in ('president', 'vicePresident') order by 1`,
  )
  let made = 0
  for (const { tag, timeZone } of clubs) {
    try {
      if (await makeDueWeek(context, tag, timeZone)) made += 1
    } catch (error) {
      // The reports of other clubs do not wait for it, and this one is due again at the next turn.
      context.log.error({ error, club: tag }, 'week report failed')
    }
  }
  return made
}

/** False where the report of the week is made already, or the club was not known then. */
async function makeDueWeek(context: Context, tag: string, timeZone: string | null): Promise<boolean> {
  const monday = reportMonday(context.clock.now(), timeZone ?? 'UTC')
  const first = await firstClubWeek(context.db, tag)
  if (first === null || monday < first || (await storedRow(context.db, tag, monday)) !== undefined) return false
  await makeWeek(context, { key: tag, clubTag: tag }, monday, await queueNow(context, tag))
  return true
}

async function queueNow(context: Context, tag: string): Promise<Queue> {
  const { judged } = await judgeDesk(context, deskOfClub(tag))
  const size = (wanted: Suggestion) => judged.filter(({ suggestion }) => suggestion === wanted).length
  return { remove: size('remove'), warn: size('warn'), promote: size('promote') }
}
