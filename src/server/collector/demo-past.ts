import type { Context, DemoHistory, HistoryProgress } from '#server/context.ts'
import { isStorageFull } from '#server/database/storage.ts'
import { storedReview } from '#server/directory/kept-reviews.ts'
import { makeReview, observedPeriods } from '#server/directory/reviews.ts'
import { summariseAll } from '#server/directory/summarise.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { type GameApi, GameApiError } from '#server/game/game-api.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { readTrackedSeries } from '#server/history/series.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { clubGrowth } from '#server/metrics/trophy-gain.ts'
import { addDays, DAY_MS, dayOf, HOUR_MS, SECOND_MS } from '#shared/days.ts'
import { RANKING_COUNTRIES } from '#shared/regions.ts'
import { reviewPeriod } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { type DemoSettings, demoSettings, noteFilled } from './demo-world.ts'
import { TARGET_CLASS } from './targets.ts'

/**
 * Answers that are fetched and stored together: they are held in memory, and a stop waits for them. Of an example it is a
 * day: its logs are asked for after its scans, and the simulated world does not remember long.
 */
const PORTION = 240
const EXAMPLE_PORTION = 16

/** Days of history between two summaries of everybody. The first is made after one day, so that browse and home grow. */
const SUMMARIES_EVERY_DAYS = 30

export type HistoryFill = DemoHistory & {
  /** Fills what is missing up to now, a day at a time, and says how far it is. Resolves when it is done or stopped. */
  run(signal: AbortSignal, say: (line: string) => void): Promise<void>
}

type Fill = {
  context: Context
  /** Asks the demo provider about past moments. */
  past: GameApi
  settings: DemoSettings
  /** Clubs whose history is ahead of the others. */
  filledUntil: Map<string, Date>
  /** Clubs that are filled first and in more detail. */
  examples: Set<string>
  /** For how many days before the end of a long history nobody has looked at these clubs. */
  unseen: ReadonlyMap<string, number>
  /** Further clubs of whose members some battle logs are read. */
  listened: Set<string>
  /** When the battle log of a member of these clubs was asked for last, and their trophies then. */
  logged: Map<string, { trophies: number; at: Date }>
  /** When the profile of a member of the examples was asked for last. */
  profiled: Map<string, Date>
}

/**
 * The history of a demo: what a collector would have stored, had it always run, through the same ingestion
 * (docs/decisions/0007-demo-history.md).
 */
export function createHistoryFill(
  context: Context,
  options: Pick<Fill, 'past' | 'settings' | 'unseen'> & { examples: string[] },
): HistoryFill {
  const { past, settings, unseen } = options
  const fill: Fill = {
    context,
    past,
    settings,
    filledUntil: new Map(),
    examples: new Set(options.examples),
    unseen: isLong(context) ? unseen : new Map(),
    listened: new Set(),
    logged: new Map(),
    profiled: new Map(),
  }
  let days: HistoryProgress | null = { daysDone: 0, daysTotal: 0 }
  return {
    progress: () => days,
    ahead: async (type, tag) => {
      if (days !== null) await fillAhead(fill, type, tag)
    },
    run: async (signal, say) => {
      for await (const progress of fillDays(fill, signal)) {
        days = progress
        if (progress.daysDone % 10 === 0) say(`Demo history: ${progress.daysDone} of ${progress.daysTotal} days`)
      }
      if (signal.aborted) return
      for (const tag of fill.examples) {
        await shareSeason(context, tag)
        await setExampleGoal(context, tag)
      }
      days = null
      say('Demo history: complete')
    },
  }
}

async function* fillDays(fill: Fill, signal: AbortSignal): AsyncGenerator<HistoryProgress> {
  const { context } = fill
  const end = context.clock.now()
  // Read again: another process may have filled it meanwhile.
  const settings = await demoSettings(context.db, end, context.config.DEMO_HISTORY_DAYS)
  const daysTotal = Math.round((end.getTime() - settings.historyFrom.getTime()) / DAY_MS)
  const doneBefore = Math.round((settings.filledUntil.getTime() - settings.historyFrom.getTime()) / DAY_MS)
  yield { daysDone: doneBefore, daysTotal }
  await collectByHandAlone(context, [...fill.unseen.keys()])
  for (const tag of fill.examples) await fillClubs(fill, [tag], end, signal)
  await summariseExamples(fill)
  const clubs = await rankedClubs(fill, settings.filledUntil, signal)
  for (const [place, tag] of clubs.entries()) if (place % SOME === 0) fill.listened.add(tag)
  for (let from = settings.filledUntil, done = doneBefore + 1; from < end && !signal.aborted; done++) {
    if (isStorageFull(context)) throw new Error('Nothing can be stored')
    const until = new Date(Math.min(from.getTime() + DAY_MS, end.getTime()))
    await fillClubs(fill, clubs, until, signal)
    await noteFilled(context.db, until)
    if (until < end && (done === 1 || done % SUMMARIES_EVERY_DAYS === 0)) await summariseAll(context, signal)
    yield { daysDone: Math.min(done, daysTotal), daysTotal }
    from = until
  }
}

/** Days that the goal of an example club runs already, and those that are left. */
const GOAL_DAYS = { before: 10, ahead: 20 }

/** Sets a goal of an example club, as its leaders would: what members won in these days is two fifths of it. */
async function setExampleGoal({ db, clock, announcements }: Context, tag: string): Promise<void> {
  const now = clock.now()
  const club = await readTrackedSeries(db, 'club', tag, { days: GOAL_DAYS.before + 1, now })
  const won = club === null ? null : clubGrowth(club.series, GOAL_DAYS.before + 1).played
  const known = await db.selectFrom('club_goals').select('id').where('desk', '=', tag).executeTakeFirst()
  if (won === null || won <= 0 || known !== undefined) return
  const trophies = Math.max(1000, 1000 * Math.round((2.5 * won) / 1000))
  const [from_day, until_day] = [addDays(dayOf(now), -GOAL_DAYS.before), addDays(dayOf(now), GOAL_DAYS.ahead)]
  const row = { desk: tag, kind: 'gain', trophies, from_day, until_day, created_at: now, changed_at: now } as const
  await db.insertInto('club_goals').values(row).execute()
  announcements.announce([clubChange(tag)])
}

/** Shares the newest season in review of an example club, as its leaders would: newcomers see what that is. */
async function shareSeason(context: Context, tag: string): Promise<void> {
  const periods = (await observedPeriods(context, 'club', tag)) ?? []
  const name = periods.find(({ period, enough }) => enough && reviewPeriod(period)?.kind === 'season')?.period
  const period = name === undefined ? null : reviewPeriod(name)
  const made = period && (await makeReview(context, 'club', tag, period))
  if (!period || !made?.kept) return
  const { kept } = made
  const now = context.clock.now()
  await context.db.transaction().execute(async (db) => {
    const review = await storedReview(db, 'club', tag, kept)
    const row = { desk: tag, period: period.name, review, shared_at: now, changed_at: now, version: 1 }
    await db
      .insertInto('club_reviews')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  context.announcements.announce([clubChange(tag)])
}

/** Summarises the examples: their pages are the first that newcomers see. */
async function summariseExamples({ context, examples }: Fill): Promise<void> {
  const clubs = [...examples]
  const members = await context.db
    .selectFrom('club_members')
    .select('player_tag')
    .where('club_tag', 'in', clubs)
    .where('left_at', 'is', null)
    .execute()
  await context.summarise({ clubs, players: members.map((member) => member.player_tag) })
}

/** The clubs that the rankings of that time name: from the real game clubs become known in the same way. */
async function rankedClubs({ past, examples }: Fill, at: Date, signal: AbortSignal): Promise<string[]> {
  const rankings = await Promise.all(
    RANKING_COUNTRIES.map((country) => past.getClubRanking(country, { at, priority: 'collector', signal })),
  )
  const ranked = rankings.flatMap((ranking) => ranking.body.map((club) => club.tag))
  return [...new Set(ranked)].filter((tag) => !examples.has(tag)).sort()
}

/** Stores what is missing of these clubs. Throws the signal's reason between two portions, or during one. */
async function fillClubs(fill: Fill, tags: string[], until: Date, signal?: AbortSignal): Promise<void> {
  const questions: Question[] = []
  for (const tag of tags) {
    const perDay = fill.examples.has(tag) ? SCANS_A_DAY.example : SCANS_A_DAY.ordinary
    const from = await filledUntil(fill, tag)
    const times = scanTimes(tag, perDay, from, until).filter((at) => !isOutage(fill, at) && !isUnseen(fill, tag, at))
    questions.push(...times.map((at) => ({ kind: 'club' as const, tag, at })))
  }
  questions.sort((a, b) => a.at.getTime() - b.at.getTime())
  const portion = tags.some((tag) => fill.examples.has(tag)) ? EXAMPLE_PORTION : PORTION
  for (let start = 0; start < questions.length; start += portion) {
    const answers = await askPast(fill.past, questions.slice(start, start + portion), signal)
    const logs = await askPast(fill.past, logsDue(fill, answers), signal)
    const profiles = await askPast(fill.past, profilesDue(fill, answers), signal)
    signal?.throwIfAborted()
    await ingest(fill.context.db, [...answers, ...logs, ...profiles])
  }
  for (const tag of tags) if (until > (await filledUntil(fill, tag))) fill.filledUntil.set(tag, until)
}

/** In a long history nobody looked for these days after its beginning, so that everybody sees how an outage looks. */
const OUTAGE = { from: 38, until: 41 }

const LONG_DAYS = 60

function isLong({ config }: Pick<Context, 'config'>): boolean {
  return config.DEMO_HISTORY_DAYS >= LONG_DAYS
}

function isOutage({ context, settings }: Pick<Fill, 'context' | 'settings'>, at: Date): boolean {
  const day = (at.getTime() - settings.historyFrom.getTime()) / DAY_MS
  return isLong(context) && day >= OUTAGE.from && day < OUTAGE.until
}

/** Whether nobody has looked at the club any more since before that moment. */
function isUnseen({ context, settings, unseen }: Fill, tag: string, at: Date): boolean {
  const days = unseen.get(tag)
  const end = settings.historyFrom.getTime() + context.config.DEMO_HISTORY_DAYS * DAY_MS
  return days !== undefined && at.getTime() > end - days * DAY_MS
}

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS

/** Has these clubs collected when a visitor asks, and in no turn of their own for a year. */
async function collectByHandAlone({ db, clock }: Context, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const due_at = new Date(clock.now().getTime() + YEAR_SECONDS * SECOND_MS)
  const turn = { due_at, interval_seconds: YEAR_SECONDS }
  await db
    .insertInto('collection_targets')
    .values(tags.map((key) => ({ kind: 'club' as const, key, class: TARGET_CLASS.discovered, ...turn })))
    .onConflict((same) => same.columns(['kind', 'key']).doUpdateSet(turn))
    .execute()
}

/** Of which members battle logs are asked for, over how many days of the past, and how many hours apart. */
type Listening = { days: number; members: number; everyMs: number }

const TO_EXAMPLES: Listening = { days: 35, members: Number.POSITIVE_INFINITY, everyMs: 4 * HOUR_MS }

/** Enough to tell when a club plays, so that somebody who looks for a club finds some. */
const TO_SOME: Listening = { days: 18, members: 30, everyMs: 20 * HOUR_MS }

/** Clubs of which one is listened to. */
const SOME = 16

/** The battle logs of members whose trophies have changed: so a collector finds who played. */
function logsDue({ context, examples, listened, logged }: Fill, answers: readonly ObservedAnswer[]): Question[] {
  const now = context.clock.now().getTime()
  return answers.flatMap((answer): Question[] => {
    const at = answer.observedAt
    if (answer.kind !== 'club') return []
    const { tag: club, members } = answer.body
    const listening = examples.has(club) ? TO_EXAMPLES : listened.has(club) ? TO_SOME : null
    if (listening === null || at.getTime() < now - listening.days * DAY_MS) return []
    return members.slice(0, listening.members).flatMap(({ tag, trophies }) => {
      const last = logged.get(tag)
      if (last && (last.trophies === trophies || at.getTime() - last.at.getTime() < listening.everyMs)) return []
      logged.set(tag, { trophies, at })
      return [{ kind: 'battle-log', tag, at }]
    })
  })
}

/** The profile of the example player is read once a day, and those of the others in that club once a week. */
function profilesDue({ context, examples, profiled }: Fill, answers: readonly ObservedAnswer[]): Question[] {
  const example = context.installation.examplePlayerTag
  return answers.flatMap((answer): Question[] => {
    const at = answer.observedAt
    if (answer.kind !== 'club' || !examples.has(answer.body.tag)) return []
    return answer.body.members.flatMap(({ tag }) => {
      const every = tag === example ? DAY_MS : 7 * DAY_MS
      if (at.getTime() - (profiled.get(tag)?.getTime() ?? 0) < every) return []
      profiled.set(tag, at)
      return [{ kind: 'player', tag, at }]
    })
  })
}

/** Up to when the history of a club is filled. That of a searched club is ahead of the others. */
async function filledUntil({ context, settings, filledUntil: known }: Fill, tag: string): Promise<Date> {
  const inMemory = known.get(tag)
  if (inMemory !== undefined) return inMemory
  const club = await context.db.selectFrom('clubs').select('observed_at').where('tag', '=', tag).executeTakeFirst()
  return club?.observed_at ?? settings.historyFrom
}

async function fillAhead(fill: Fill, type: EntityType, tag: string): Promise<void> {
  const now = fill.context.clock.now()
  if (type === 'club') return fillClubs(fill, [tag], now)
  const [player] = await askPast(fill.past, [{ kind: 'player', tag, at: now }])
  if (player?.kind !== 'player') return
  if (player.body.club) return fillClubs(fill, [player.body.club.tag], now)
  const times = scanTimes(tag, 1, fill.settings.historyFrom, now)
  await ingest(
    fill.context.db,
    await askPast(
      fill.past,
      times.map((at) => ({ kind: 'player' as const, tag, at })),
    ),
  )
}

/** Calls of the provider at once. */
const AT_ONCE = 12

type Question = { kind: 'club' | 'player' | 'battle-log'; tag: string; at: Date }

/** Asks the provider about moments of the past. The answers are in the order of time, without what did not exist then. */
async function askPast(gameApi: GameApi, questions: Question[], signal?: AbortSignal): Promise<ObservedAnswer[]> {
  const answers: ObservedAnswer[] = []
  const waiting = questions.values()
  const askOneByOne = async () => {
    for (const question of waiting) answers.push(...(await ask(gameApi, question, signal)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne))
  return answers.sort((a, b) => a.observedAt.getTime() - b.observedAt.getTime())
}

async function ask(gameApi: GameApi, { kind, tag, at }: Question, signal?: AbortSignal): Promise<ObservedAnswer[]> {
  const options = { at, priority: 'collector', signal } as const
  try {
    if (kind === 'club') return [{ kind, body: (await gameApi.getClub(tag, options)).body, observedAt: at }]
    if (kind === 'player') return [{ kind, body: (await gameApi.getPlayer(tag, options)).body, observedAt: at }]
    return [{ kind, tag, body: (await gameApi.getBattleLog(tag, options)).body, observedAt: at }]
  } catch (error) {
    if (error instanceof GameApiError && error.kind === 'not-found') return []
    throw error
  }
}

/** Scans a day of an ordinary club, and of the examples that newcomers look at first. */
const SCANS_A_DAY = { ordinary: 4, example: 16 } as const

/**
 * When a club is scanned after one moment and until another: `perDay` times a day, evenly, each club at its own minute.
 * The same tag always gives the same times.
 */
export function scanTimes(tag: string, perDay: number, after: Date, until: Date): Date[] {
  const step = DAY_MS / perDay
  const offset = (hash(tag) % 1000) * (step / 1000)
  const times: Date[] = []
  const first = Math.floor((after.getTime() - offset) / step) + 1
  for (let n = first; n * step + offset <= until.getTime(); n++) times.push(new Date(n * step + offset))
  return times
}

function hash(text: string): number {
  return [...text].reduce((value, letter) => (value * 31 + letter.charCodeAt(0)) >>> 0, 7)
}
