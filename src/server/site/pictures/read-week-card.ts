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
import { type ClubWeek, highestFirst, movesApart, WEEK_HISTORY_DAYS } from '#server/metrics/club-week.ts'
import { type DailySeries, windowView } from '#server/metrics/daily-series.ts'
import { type Played, winRate } from '#server/metrics/played-battles.ts'
import { gainLine, netGain } from '#server/metrics/trophy-gain.ts'
import { headlineOf } from '#server/reach/week-text.ts'
import { goalWords } from '#shared/club-goal.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, WEEK } from '#shared/days.ts'
import { isoWeekName, weekInWords } from '#shared/iso-week.ts'
import { FIRST_LANGUAGE, type Language } from '#shared/languages.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { formatThousands, percent, signed } from '#shared/number-format.ts'
import type { EntityType } from '#shared/tag.ts'
import { isAlias, tagInPath } from '#shared/tag.ts'
import { sayIn, t } from '#shared/texts.ts'
import { weekdayName } from '#shared/week-hours.ts'
import type { CardName, WeekCard } from './week-card.ts'

/** The ISO week of a club or player that begins on a Monday, as one picture. */
export type WhichWeek = { type: EntityType; tag: string; begin: CalendarDay; language?: Language }

/**
 * What the card of a week shows. Who is hidden is not named on it.
 * @throws AppError `not_found` for who is not tracked or not shown, and for a week that is not over or was not seen
 */
export async function readWeekCard(
  context: Context,
  { type, tag, begin, language = FIRST_LANGUAGE }: WhichWeek,
): Promise<WeekCard> {
  const monday = addDays(begin, WEEK)
  if (Date.parse(monday) > context.clock.now().getTime()) throw noWeek()
  const say = await (type === 'club' ? clubCard : playerCard)(context, tag, monday)
  return sayIn(context.texts(language), say)
}

async function clubCard(context: Context, tag: string, monday: CalendarDay): Promise<() => WeekCard> {
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
  const goal = await goalAt(context, tag, addDays(monday, -1))
  const [best] = highestFirst(week.personal_bests).flatMap(({ player, trophies }) => {
    return nameOf(player).map((who) => ({ who, trophies }))
  })
  return () => ({
    kind: t('ui.club'),
    tag,
    name: club.name,
    ...datesOf(monday),
    won: wonBy(week.played ?? week.growth, wonNote(week)),
    facts: clubFacts(week),
    rows: {
      title: t('picture.wonMost'),
      empty: week.known_days === 0 ? t('picture.unseenWeek') : t('picture.nobodyWon'),
      items: week.best.flatMap(({ player, gain }) => {
        return nameOf(player).map((who) => ({ ...who, value: signed(gain), share: gain / most }))
      }),
    },
    moves: [
      { title: t('picture.joined'), names: joined.flatMap(nameOf) },
      { title: t('picture.left'), names: left.flatMap(nameOf) },
    ],
    record:
      best === undefined ? null : { title: t('picture.newBest'), who: best.who, value: formatThousands(best.trophies) },
    goal: goal && goalSaid(goal),
    address: addressOf(context, `/club/${tagInPath(tag)}`),
  })
}

/** How far the club was on the way to its goal when the week ended; null where no goal ran in the week. */
async function goalAt(context: Context, tag: string, sunday: CalendarDay): Promise<GoalAt | null> {
  const goals = await readGoals(context, tag)
  if (goals === null) return null
  const monday = addDays(sunday, 1 - WEEK)
  const all = goals.goal === null ? goals.past : [goals.goal, ...goals.past]
  const goal = all.find(({ from, until }) => from <= sunday && until >= monday)
  if (goal === undefined) return null
  const until = goal.until < sunday ? goal.until : sunday
  const { missing, share } = goalProgress({ ...goal, until }, goals.club.series)
  if (missing === null || share === null) return null
  return { goal, missing, share }
}

type GoalAt = { goal: Parameters<typeof goalWords>[0]; missing: number; share: number }

function goalSaid({ goal, missing, share }: GoalAt): WeekCard['goal'] {
  const note = missing === 0 ? t('picture.goalReached') : t('player.toGo', { trophies: formatThousands(missing) })
  return { title: goalWords(goal), note, share }
}

function wonNote(week: ClubWeek): string {
  const { growth, played } = week
  if (growth === null || played === null) return headlineOf(week)
  return growth === played ? t('picture.wonByPlay') : t('picture.wonByPlayOf', { change: signed(growth) })
}

function clubFacts({ active_share, members, known_days, battles, win_rate }: ClubWeek): WeekCard['facts'] {
  return [
    {
      label: t('score.activeMembers'),
      value: active_share === null ? null : percent(active_share),
      note: active_share === null ? t('picture.tooFew') : seenOn(known_days),
    },
    {
      label: t('ui.members'),
      value: t('picture.membersOf', { members, seats: CLUB_SEATS }),
      note: t('picture.atWeekEnd'),
    },
    ...battleFacts(battles, win_rate),
  ]
}

function battleFacts(battles: number | null, rate: number | null): WeekCard['facts'] {
  if (battles === null) return []
  const note = rate === null ? t('picture.asLogsTell') : t('picture.wonAgainst', { share: percent(rate) })
  return [{ label: t('picture.battles'), value: formatThousands(battles), note }]
}

const seenOn = (days: number) =>
  days === WEEK ? t('picture.everyDay') : t('picture.seenDays', { seen: days, days: WEEK })

function datesOf(monday: CalendarDay): Pick<WeekCard, 'week' | 'days'> {
  const begin = addDays(monday, -WEEK)
  return { week: t('picture.week', { week: Number(isoWeekName(begin).slice(-2)) }), days: weekInWords(begin) }
}

function wonBy(gain: number | null, note: string): WeekCard['won'] {
  if (gain === null) return { value: null, colour: 'mut', note }
  if (gain === 0) return { value: t('picture.trophiesWon', { change: signed(0) }), colour: 'ink', note }
  return { value: t('picture.trophiesWon', { change: signed(gain) }), colour: gain > 0 ? 'good' : 'bad', note }
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

async function playerCard(context: Context, tag: string, monday: CalendarDay): Promise<() => WeekCard> {
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
  return () => ({
    kind: t('ui.player'),
    tag,
    name,
    ...datesOf(monday),
    won: wonBy(gain, playedNote(view.observedDays, activeDays(view))),
    facts: playerFacts(view.dates.at(-1)?.close ?? null, played),
    rows: { title: t('picture.dayByDay'), empty: t('picture.noDay'), items: daysOf(series) },
    moves: [],
    record: record && { title: t('picture.newBest'), who: null, value: formatThousands(record.trophies) },
    goal: null,
    address: addressOf(context, `/player/${tagInPath(tag)}`),
  })
}

function playedNote(observed: number, active: number): string {
  if (observed === 0) return t('picture.playedNone')
  return t('picture.playedOn', { active, known: observed })
}

function playerFacts(trophies: number | null, played: Played | null): WeekCard['facts'] {
  const trophyFact = {
    label: t('ui.trophies'),
    value: trophies === null ? null : formatThousands(trophies),
    note: trophies === null ? t('picture.unknown') : t('picture.atWeekEnd'),
  }
  return [trophyFact, ...battleFacts(played?.battles ?? null, played === null ? null : winRate(played))]
}

async function newBest({ db }: Context, tag: string, series: DailySeries, begin: CalendarDay) {
  const trophies = recordSince(series, { at: new Date(begin), trophies: null })
  if (trophies === null) return null
  const [best] = await standingBests(db, [{ player: tag, trophies }], begin)
  return best ?? null
}

/** What was won on each day of the week. The bar of a day on which trophies were lost is empty; unknown days say so. */
function daysOf(series: DailySeries): WeekCard['rows']['items'] {
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
    name: weekdayName(place),
    value: gain === null ? t('picture.unknown') : signed(gain),
    share: gain === null ? 0 : gain / most,
  }))
}
