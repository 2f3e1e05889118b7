import type { Context } from '#server/context.ts'
import { type Changes, readClubChanges, readPlayerChanges } from '#server/history/changes.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { freshness, readTrackedSeries } from '#server/history/series.ts'
import { AppError } from '#server/kernel/errors.ts'
import { clubProgression, trophyProgression } from '#server/metrics/trophy-line.ts'
import { getClubChanges, getPlayerChanges } from '#shared/contract/changes.ts'
import { getClubProgression, type ROSTER_EVENT_KINDS } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayerProgression } from '#shared/contract/players.ts'
import type { Timeframe } from '#shared/days.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'

/** The trophy lines of clubs and players, and what changed about them since a moment. */
export function registerProgression(server: Server, context: Context): void {
  const csv = progressionCsv
  serve(server, getClubProgression, ({ params, query }) => ofClub(context, params.tag, query.days), {
    cache: aboutClub,
    csv,
  })
  serve(server, getPlayerProgression, ({ params, query }) => ofPlayer(context, params.tag, query.days), {
    cache: aboutPlayer,
    csv,
  })
  // Each visitor asks since a moment of their own, so that no two share an answer.
  serve(server, getClubChanges, async ({ params, query }) => {
    const changes = await readClubChanges(context.db, params.tag, spanOf(context, query.since))
    if (changes === null) throw clubNotTracked()
    return shownChanges(context, changes, query.since)
  })
  serve(server, getPlayerChanges, async ({ params, query }) => {
    const changes = await readPlayerChanges(context.db, params.tag, spanOf(context, query.since))
    if (changes === null) throw await playerNotShown(context.db, params.tag)
    return shownChanges(context, changes, query.since)
  })
}

/** The time from a moment to now. Throws `invalid` for a moment that lies ahead. */
function spanOf({ clock }: Store, since: string): { since: Date; now: Date } {
  const now = clock.now()
  if (Date.parse(since) > now.getTime()) throw badMoment('since must not lie in the future')
  return { since: new Date(since), now }
}

function badMoment(sentence: string): AppError {
  return new AppError('invalid', sentence, { fields: { since: sentence } })
}

const EVENTS_MAX = 50

/** As the call answers it. Throws `invalid` for a moment before tracking began. */
function shownChanges({ clock }: Store, changes: Changes, asked: string): Output<typeof getClubChanges> {
  const { since, observedAt, firstSeenAt, events, ...facts } = changes
  if (Date.parse(asked) < firstSeenAt.getTime()) {
    throw badMoment(`since must not lie before tracking began, which was ${firstSeenAt.toISOString()}`)
  }
  return {
    ...facts,
    since: since.toISOString(),
    ...freshness(observedAt, clock.now()),
    events: events.slice(0, EVENTS_MAX).map(({ kind, observed_at, ...event }) => ({
      kind: kind as (typeof ROSTER_EVENT_KINDS)[number],
      ...event,
      observed_at: observed_at.toISOString(),
    })),
    events_total: events.length,
  }
}

type Progression = Output<typeof getPlayerProgression>
type Store = Pick<Context, 'db' | 'clock'>

async function ofClub({ db, clock }: Store, tag: string, days: Timeframe): Promise<Progression> {
  const now = clock.now()
  const club = await readTrackedSeries(db, 'club', tag, { days, now })
  if (club === null) throw clubNotTracked()
  return { tag, days, ...freshness(club.observedAt, now), ...clubProgression(club.series, days) }
}

async function ofPlayer({ db, clock }: Store, tag: string, days: Timeframe): Promise<Progression> {
  const now = clock.now()
  const player = await readTrackedSeries(db, 'player', tag, { days, now })
  if (player === null) throw await playerNotShown(db, tag)
  return { tag, days, ...freshness(player.observedAt, now), ...trophyProgression(player.series, days) }
}

/** One row for each day. */
function progressionCsv({ tag, days, progression_data }: Progression): CsvTable {
  const head = ['date', 'trophies', 'trophy_change', 'reset', 'observed']
  const rows = progression_data.map((row) => [
    row.date,
    row.trophies,
    row.trophy_change,
    row.reset,
    row.observed ? 'yes' : 'no',
  ])
  return { name: `trophies-${tag}-${days}-days`, rows: [head, ...rows] }
}
