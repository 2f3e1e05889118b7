import { forgetExpired } from '../accounts/forget-expired.ts'
import { adoptMembers } from '../collection/adopt-members.ts'
import { collectDue } from '../collection/collect-due.ts'
import { mendTurns } from '../collection/mend-turns.ts'
import { refreshIncidents } from '../collection/record-incident.ts'
import type { Job } from '../collection/scheduler.ts'
import { shared } from '../collection/take-turn.ts'
import { trackRankings } from '../collection/track-rankings.ts'
import { trackStoredClubs } from '../collection/track-stored-clubs.ts'
import type { Context } from '../context.ts'
import { dropOldHistory } from '../retention/drop-old-history.ts'
import { summariseStale } from '../summaries/summarise-stale.ts'
import { forgetVisits } from '../summaries/write-visits.ts'
import { backUp } from './back-up.ts'
import { whileWritable } from './while-writable.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Summaries renewed in one go; short, so that a stop need not wait. */
const SUMMARIES_AT_ONCE = 100

/** Everything a collector does. Collecting is shared target by target; the rest is done by one process at a time. */
export function collectorJobs(context: Context): Job[] {
  const once = (name: string, everyMs: number, run: Job['run']) => shared(context, { name, everyMs, run })
  const jobs: Job[] = [
    { name: 'collect', everyMs: 2 * SECOND, run: (signal) => collectDue(context, signal) },
    { name: 'incidents', everyMs: MINUTE, run: () => refreshIncidents(context) },
    once('stale summaries', MINUTE, (signal) => renewStale(context, signal)),
    once('rankings', 10 * MINUTE, () => trackRankings(context)),
    once('stored clubs', 10 * MINUTE, () => trackStoredClubs(context)),
    once('turns', 10 * MINUTE, () => mendTurns(context)),
    once('members', 15 * MINUTE, () => adoptMembers(context)),
    once('expired sessions', HOUR, () => forgetExpired(context)),
    once('old visits', 24 * HOUR, () => forgetVisits(context)),
    once('old history', 24 * HOUR, () => dropOldHistory(context)),
    shared(context, backUp(context)),
  ]
  return jobs.map((job) => whileWritable(context, job))
}

async function renewStale(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await summariseStale(context, SUMMARIES_AT_ONCE)) > 0);
}
