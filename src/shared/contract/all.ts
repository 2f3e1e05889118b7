import * as accounts from './accounts.ts'
import * as battles from './battles.ts'
import * as browse from './browse.ts'
import * as clubs from './clubs.ts'
import * as desk from './desk.ts'
import * as deskChannels from './desk-channels.ts'
import * as deskLinks from './desk-links.ts'
import * as deskLog from './desk-log.ts'
import * as deskPeople from './desk-people.ts'
import * as deskRecords from './desk-records.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as finder from './finder.ts'
import { getClubForecast, getPlayerForecast } from './forecast.ts'
import { getClubGoal, getDeskGoal, setGoal, withdrawGoal } from './goals.ts'
import * as leaderboards from './leaderboards.ts'
import * as mail from './mail.ts'
import * as meta from './meta.ts'
import * as platform from './platform.ts'
import * as playNow from './play-now.ts'
import * as players from './players.ts'
import * as proofs from './proofs.ts'
import { getClubRanked, getPlayerRanked } from './ranked.ts'
import * as returning from './returning.ts'
import * as reviews from './reviews.ts'
import { refreshClub, refreshPlayer, searchTag } from './search.ts'
import * as sharing from './sharing.ts'
import * as status from './status.ts'
import * as weeks from './weeks.ts'

/** What declares the calls under each heading of the documentation: whole files, or single calls of a file. */
const groups = {
  Search: [{ searchTag }],
  Browse: [browse],
  Finder: [finder],
  Platform: [platform],
  Clubs: [clubs, { getClubForecast, getClubGoal, getClubRanked, refreshClub }],
  Players: [players, { getPlayerForecast, getPlayerRanked }, playNow, { refreshPlayer }],
  Battles: [battles],
  Leaderboards: [leaderboards],
  Meta: [meta],
  Accounts: [accounts, mail],
  Returning: [returning, reviews],
  Desk: [
    ...[deskLinks, desk, deskRecords, deskLog, deskPeople, deskChannels, weeks],
    { getDeskGoal, setGoal, withdrawGoal },
  ],
  Sharing: [sharing],
  Proofs: [proofs],
  Installation: [status],
} as const satisfies Record<string, readonly object[]>

type NamedCall = readonly [name: string, call: AnyEndpoint]

/** The calls that these objects hold, with their names. */
export function callsOf(modules: readonly object[]): NamedCall[] {
  return modules.flatMap((module) => Object.entries(module)).filter(isNamedCall)
}

function isNamedCall(entry: readonly [string, unknown]): entry is NamedCall {
  const value = entry[1]
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** The calls under each heading of the documentation. */
export const endpointGroups: ReadonlyMap<string, readonly NamedCall[]> = new Map(
  Object.entries(groups).map(([group, modules]) => [group, callsOf(modules)]),
)

/** Every call of the API by its name, for the server's check that all calls are served, and the tests. */
export const endpoints: ReadonlyMap<string, AnyEndpoint> = new Map([...endpointGroups.values()].flat())

type Modules = (typeof groups)[keyof typeof groups][number]
type Exported<Module> = Module extends unknown ? Module[keyof Module] : never

/**
 * Every call by `METHOD /path`, as a type alone: the site's client names a call by that string, so the contract's code
 * is not sent to browsers.
 */
export type Calls = {
  [Call in Extract<Exported<Modules>, AnyEndpoint> as `${Call['method']} ${Call['path']}`]: Call
}
