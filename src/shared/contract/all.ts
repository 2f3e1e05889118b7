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
import * as forecast from './forecast.ts'
import * as goals from './goals.ts'
import * as leaderboards from './leaderboards.ts'
import * as mail from './mail.ts'
import * as meta from './meta.ts'
import * as platform from './platform.ts'
import * as playNow from './play-now.ts'
import * as players from './players.ts'
import * as proofs from './proofs.ts'
import * as ranked from './ranked.ts'
import * as returning from './returning.ts'
import * as reviews from './reviews.ts'
import * as search from './search.ts'
import * as sharing from './sharing.ts'
import * as status from './status.ts'
import * as weeks from './weeks.ts'

const modules = {
  ...accounts,
  ...battles,
  ...browse,
  ...clubs,
  ...desk,
  ...deskChannels,
  ...deskLinks,
  ...deskLog,
  ...deskPeople,
  ...deskRecords,
  ...finder,
  ...forecast,
  ...goals,
  ...leaderboards,
  ...mail,
  ...meta,
  ...platform,
  ...playNow,
  ...players,
  ...proofs,
  ...ranked,
  ...returning,
  ...reviews,
  ...search,
  ...sharing,
  ...status,
  ...weeks,
}

function isEndpoint(entry: [string, unknown]): entry is [string, AnyEndpoint] {
  const value = entry[1]
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Every call of the API by its name, for OpenAPI, the server's check that all calls are served, and the tests. */
export const endpoints: ReadonlyMap<string, AnyEndpoint> = new Map(Object.entries<unknown>(modules).filter(isEndpoint))

/** The names of the calls under each heading of the documentation. */
const { getClubGoal: _, ...deskGoals } = goals

export const endpointGroups: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Search: { searchTag: search.searchTag },
    Browse: browse,
    Finder: finder,
    Platform: platform,
    Clubs: {
      ...clubs,
      getClubForecast: forecast.getClubForecast,
      getClubGoal: goals.getClubGoal,
      getClubRanked: ranked.getClubRanked,
      refreshClub: search.refreshClub,
    },
    Players: {
      ...players,
      getPlayerForecast: forecast.getPlayerForecast,
      getPlayerRanked: ranked.getPlayerRanked,
      getPlayNow: playNow.getPlayNow,
      refreshPlayer: search.refreshPlayer,
    },
    Battles: battles,
    Leaderboards: leaderboards,
    Meta: meta,
    Accounts: { ...accounts, ...mail },
    Returning: { ...returning, ...reviews },
    Desk: { ...deskLinks, ...desk, ...deskRecords, ...deskLog, ...deskPeople, ...deskChannels, ...weeks, ...deskGoals },
    Sharing: sharing,
    Proofs: proofs,
    Installation: status,
  }).map(([group, module]) => [group, Object.keys(module).filter((name) => endpoints.has(name))]),
)

type Modules = typeof modules
type Named = { [K in keyof Modules as Modules[K] extends AnyEndpoint ? K : never]: Modules[K] }

/**
 * Every call by `METHOD /path`, as a type alone: the site's client names a call by that string, so the contract's code
 * is not sent to browsers.
 */
export type Calls = {
  [K in keyof Named as Named[K] extends { method: infer M extends string; path: infer P extends string }
    ? `${M} ${P}`
    : never]: Named[K]
}
