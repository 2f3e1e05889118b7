import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { field } from '#server/database/database.ts'
import { readGoals } from '#server/directory/club-goals.ts'
import { battlesBetween, firstClubWeek, makeClubWeek, noWeek } from '#server/directory/club-weeks.ts'
import { shownNames } from '#server/history/members.ts'
import { clubNotTracked, playerNotTracked } from '#server/history/not-tracked.ts'
import { trackedSeriesRead } from '#server/history/series.ts'
import { standingBests } from '#server/history/standing-bests.ts'
import { activeDays } from '#server/metrics/activity.ts'
import { recordSince } from '#server/metrics/changes.ts'
import { goalProgress } from '#server/metrics/club-goal.ts'
import { everyMove } from '#server/metrics/club-moves.ts'
import { type ClubWeek, highestFirst, movesApart, WEEK_HISTORY_DAYS, weekHeadline } from '#server/metrics/club-week.ts'
import { type DailySeries, windowView } from '#server/metrics/daily-series.ts'
import { type Played, winRate } from '#server/metrics/played-battles.ts'
import { gainLine, netGain } from '#server/metrics/trophy-gain.ts'
import { goalWords } from '#shared/club-goal.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, WEEK } from '#shared/days.ts'
import { CLUB_SEATS } from '#shared/desk.ts'
import { isoWeekName, weekInWords } from '#shared/iso-week.ts'
import { count, formatThousands, percent, signed } from '#shared/number-format.ts'
import type { EntityType } from '#shared/tag.ts'
import { isAlias, tagInPath } from '#shared/tag.ts'
import type { CardName, WeekCard } from './week-card.ts'

/** The ISO week of a club or player that begins on a Monday, as one picture. */
export type WhichWeek = { type: EntityType; tag: string; begin: CalendarDay }

/**
 * What the card of a week shows. Who is hidden is not named on it.
 * @throws AppError `not_found` for who is not tracked or not shown, and for a week that is not over or was not seen
 */
export function readWeekCard(context: Context, { type, tag, begin }: WhichWeek): Promise<WeekCard> {
  const monday = addDays(begin, WEEK)
  if (Date.parse(monday) > context.clock.now().getTime()) throw noWeek()
  return type === 'club' ? clubCard(context, tag, monday) : playerCard(context, tag, monday)
}

async function clubCard(context: Context, tag: string, monday: CalendarDay): Promise<WeekCard> {
  const { db } = context
  const club = await db.selectFrom('clubs').select('name').where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) throw clubNotTracked()
  const first = await firstClubWeek(db, tag)
  if (first === null || monday < first) throw noWeek()
  const week = await makeClubWeek(context, tag, monday)
  const { joined, left } = everyMove(movesApart(week))
  const tags = [...week.best, ...week.personal_bests].map(({ player }) => player)
  const names = await shownNames(db, [...tags, ...joined, ...left])
  const nameOf = (player: string): CardName[] => {
    if (isAlias(player)) return []
    const name = names.get(player)
    return name === undefined ? [] : [{ tag: player, name }]
  }
  const most = week.best[0]?.gain ?? 1
  const [best] = highestFirst(week.personal_bests).flatMap(({ player, trophies }) => {
    return nameOf(player).map((who) => ({ who, value: formatThousands(trophies) }))
  })
  return {
    kind: 'Club',
    tag,
    name: club.name,
    ...datesOf(monday),
    won: wonBy(week.played ?? week.growth, wonNote(week)),
    facts: clubFacts(week),
    rows: {
      title: 'Won most',
      empty: week.known_days === 0 ? 'Nobody looked in this week' : 'Nobody is known to have won trophies',
      items: week.best.flatMap(({ player, gain }) => {
        return nameOf(player).map((who) => ({ ...who, value: signed(gain), share: gain / most }))
      }),
    },
    moves: [
      { title: 'Joined', names: joined.flatMap(nameOf) },
      { title: 'Left', names: left.flatMap(nameOf) },
    ],
    record: best === undefined ? null : { title: 'New best', ...best },
    goal: await goalAt(context, tag, addDays(monday, -1)),
    address: addressOf(context, `/club/${tagInPath(tag)}`),
  }
}

/** How far the club was on the way to its goal when the week ended; null where no goal ran in the week. */
async function goalAt(context: Context, tag: string, sunday: CalendarDay): Promise<WeekCard['goal']> {
  const goals = await readGoals(context, tag)
  if (goals === null) return null
  const monday = addDays(sunday, 1 - WEEK)
  const all = goals.goal === null ? goals.past : [goals.goal, ...goals.past]
  const goal = all.find(({ from, until }) => from <= sunday && until >= monday)
  if (goal === undefined) return null
  const until = goal.until < sunday ? goal.until : sunday
  const { missing, share } = goalProgress({ ...goal, until }, goals.club.series)
  if (missing === null || share === null) return null
  return { title: goalWords(goal), note: missing === 0 ? 'reached' : `${formatThousands(missing)} to go`, share }
}

function wonNote(week: ClubWeek): string {
  const { growth, played } = week
  if (growth === null || played === null) return weekHeadline(week)
  return growth === played ? 'won by play' : `won by play; ${signed(growth)} with those who joined and left`
}

function clubFacts({ active_share, members, known_days, battles, win_rate }: ClubWeek): WeekCard['facts'] {
  return [
    {
      label: 'Active members',
      value: active_share === null ? null : percent(Math.round(active_share)),
      note: active_share === null ? 'too few are known' : seenOn(known_days),
    },
    { label: 'Members', value: `${members} of ${CLUB_SEATS}`, note: 'when the week ended' },
    ...battleFacts(battles, win_rate),
  ]
}

function battleFacts(battles: number | null, rate: number | null): WeekCard['facts'] {
  if (battles === null) return []
  const note = rate === null ? 'as far as logs tell' : `${percent(Math.round(rate))} won against people`
  return [{ label: 'Battles', value: formatThousands(battles), note }]
}

const seenOn = (days: number) => (days === WEEK ? 'seen on every day' : `seen on ${days} of ${WEEK} days`)

function datesOf(monday: CalendarDay): Pick<WeekCard, 'week' | 'days'> {
  const begin = addDays(monday, -WEEK)
  return { week: `Week ${Number(isoWeekName(begin).slice(-2))}`, days: weekInWords(begin) }
}

function wonBy(gain: number | null, note: string): WeekCard['won'] {
  if (gain === null) return { value: null, colour: 'mut', note }
  if (gain === 0) return { value: '±0 trophies', colour: 'ink', note }
  return { value: `${signed(gain)} trophies`, colour: gain > 0 ? 'good' : 'bad', note }
}

function addressOf({ config }: Context, path: string): string | null {
  if (config.PUBLIC_URL === undefined) return null
  const { host, pathname } = new URL(config.PUBLIC_URL)
  return `${host}${pathname.replace(/\/+$/, '')}${path}`
}

const readPlayer = trackedSeriesRead('player', {
  name: field('p.name', z.string()),
  clubName: field('c.name', z.nullable(z.string())),
})

async function playerCard(context: Context, tag: string, monday: CalendarDay): Promise<WeekCard> {
  const { db } = context
  const end = new Date(Date.parse(monday) - 1)
  const start = new Date(Date.parse(monday) - WEEK * DAY_MS)
  const player = await readPlayer(db, tag, { days: WEEK_HISTORY_DAYS, until: end })
  if (player === null) throw playerNotTracked()
  const { series, name } = player
  if (series.firstObserved === null || series.firstObserved >= monday) throw noWeek()
  const view = windowView(series, WEEK)
  const gain = netGain(view)
  const [played, record] = await Promise.all([
    battlesBetween(context, [tag], start, new Date(Date.parse(monday))),
    newBest(context, tag, series, dayOf(start)),
  ])
  return {
    kind: 'Player',
    tag,
    name,
    ...datesOf(monday),
    won: wonBy(gain, playedNote(view.observedDays, activeDays(view))),
    facts: playerFacts(view.dates.at(-1)?.close ?? null, played),
    rows: { title: 'Day by day', empty: 'No day of this week is known', items: daysOf(series, monday) },
    moves: [],
    record,
    goal: null,
    address: addressOf(context, `/player/${tagInPath(tag)}`),
  }
}

function playedNote(observed: number, active: number): string {
  if (observed === 0) return 'Nobody looked in this week.'
  return `Played on ${active} of ${count(observed, 'day')} that ${observed === 1 ? 'is' : 'are'} known`
}

function playerFacts(trophies: number | null, played: Played | null): WeekCard['facts'] {
  const trophyFact = {
    label: 'Trophies',
    value: trophies === null ? null : formatThousands(trophies),
    note: trophies === null ? 'not known' : 'when the week ended',
  }
  return [trophyFact, ...battleFacts(played?.battles ?? null, played === null ? null : winRate(played))]
}

async function newBest({ db }: Context, tag: string, series: DailySeries, begin: CalendarDay) {
  const trophies = recordSince(series, { at: new Date(begin), trophies: null })
  if (trophies === null) return null
  const [best] = await standingBests(db, [{ player: tag, trophies }], begin)
  return best === undefined ? null : { title: 'New best', who: null, value: formatThousands(best.trophies) }
}

/** What was won on each day of the week. The bar of a day on which trophies were lost is empty; unknown days say so. */
function daysOf(series: DailySeries, monday: CalendarDay): WeekCard['rows']['items'] {
  const view = windowView(series, WEEK)
  const line = gainLine(view)
  const missing = WEEK - view.dates.length
  const gains = view.dates.map((day, place) => {
    const at = line.length - view.dates.length + place
    const gain = (line[at] ?? 0) - (line[at - 1] ?? line[at] ?? 0)
    return day.known ? gain : null
  })
  if (gains.every((gain) => gain === null)) return []
  const most = Math.max(1, ...gains.map((gain) => gain ?? 0))
  return [...new Array<null>(missing).fill(null), ...gains].map((gain, place) => ({
    tag: '',
    name: weekdayOf(addDays(monday, place - WEEK)),
    value: gain === null ? 'not known' : signed(gain),
    share: gain === null ? 0 : gain / most,
  }))
}

function weekdayOf(day: CalendarDay): string {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
}
