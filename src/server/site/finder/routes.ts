import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery, field, jsonList } from '#server/database/database.ts'
import { type ClubAtlas, clubAtlas, type ProfiledClub, rankedNow } from '#server/directory/club-profiles.ts'
import { checkTracked } from '#server/directory/kept-reviews.ts'
import { battlePlayer, playedWindow } from '#server/history/battles/battle-players.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { readLadders } from '#server/history/ladders.ts'
import { playerNotShown } from '#server/history/not-tracked.ts'
import {
  bestClubs,
  type ClubRankedMiddle,
  type FitParts,
  PLAY_BATTLES_MIN,
  PLAY_DAYS_MIN,
  type PlayShares,
  playerShares,
  type Seeker,
  smoothHours,
} from '#server/metrics/club-finder.ts'
import { type ClubFigures, COMPARED_MIN, compareFigures, nearestClubs } from '#server/metrics/club-similarity.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import { busiestHours } from '#shared/busiest-hours.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { findClubs, getSimilarClubs } from '#shared/contract/finder.ts'
import { dayOf, WEEK } from '#shared/days.ts'
import { CLUB_TYPES } from '#shared/kinds.ts'
import { tierAt } from '#shared/ranked-tiers.ts'
import { keysOf, recordOf } from '#shared/records.ts'
import { aboutAll, aboutClub } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'

type Stored = Pick<Context, 'db' | 'clock' | 'memory'>

export function registerFinder(server: Server, context: Stored): void {
  serve(server, getSimilarClubs, ({ params }) => similarClubs(context, params.tag), { cache: aboutClub })
  serve(server, findClubs, ({ query }) => fittingClubs(context, query), { cache: aboutAll })
}

/** Similar clubs that an answer lists, the nearest first. */
const LISTED = 10

const UNKNOWN: ClubFigures = {
  active_share: null,
  median_gain: null,
  retention_90d: null,
  ghost_share: null,
  evenness: null,
}

/** A club among those most like it. Throws `not_found` when it is not tracked. */
async function similarClubs(context: Stored, tag: string): Promise<Output<typeof getSimilarClubs>> {
  const atlas = await clubAtlas(context)
  const club = atlas.byTag.get(tag)
  const nearest = club === undefined ? [] : nearestClubs(club, atlas.clubs.inOrder)
  const rows = await readClubs(context.db, [tag, ...nearest.slice(0, LISTED).map((each) => each.tag)])
  if (!rows.has(tag)) await checkTracked(context.db, 'club', tag)
  const enough = nearest.length >= COMPARED_MIN
  const { parts, mean } = compareFigures(
    club?.figures ?? UNKNOWN,
    nearest.map(({ figures }) => figures),
  )
  const rounded = recordOf(keysOf(parts), (part) => {
    const { value, percentile, typical } = parts[part]
    return { value: oneDecimal(value), percentile: oneDecimal(percentile), typical: oneDecimal(typical) }
  })
  return {
    tag,
    enough,
    compared: nearest.length,
    needed: COMPARED_MIN,
    profiled: club !== undefined,
    mean: oneDecimal(mean),
    parts: rounded,
    nearest: nearest.slice(0, LISTED).flatMap(({ tag: other, medianTrophies }) => {
      const row = rows.get(other)
      return row === undefined ? [] : [listedClub(medianTrophies, row)]
    }),
  }
}

const clubRows = jsonList({
  tag: field('s.tag', z.string()),
  name: field('s.name', z.string()),
  members: field('s.member_count', z.int()),
  trophies: field('s.trophies', z.int()),
  activity: field('s.activity_score', z.nullable(z.number())),
  country: field('s.country', z.nullable(z.string())),
  entry: field('s.entry', z.nullable(z.enum(CLUB_TYPES))),
  required: field('s.required_trophies', z.nullable(z.int())),
  active: field('s.active_members', z.nullable(z.int())),
  known: field('s.known_members', z.nullable(z.int())),
  text: field('n.text', z.nullable(z.string())),
  languages: field('n.languages', z.nullable(z.array(z.string()))),
  minTrophies: field('n.min_trophies', z.nullable(z.int())),
})

const readRows = defineQuery(
  { clubs: clubRows.column },
  `select json_agg(${clubRows.item}) as clubs from unnest($1::text[]) as wanted(tag)
    join club_summaries s on s.tag = wanted.tag collate "C"
    left join club_notices n on n.desk = wanted.tag`,
)

type ClubRow = ReturnType<typeof clubRows.items>[number]

/** Some clubs as they are now, by tag, with what their leaders say. */
async function readClubs(db: Database, tags: readonly string[]): Promise<Map<string, ClubRow>> {
  const [row] = await readRows(db, [tags])
  return new Map(clubRows.items(row?.clubs ?? null).map((club) => [club.tag, club]))
}

function listedClub(medianTrophies: number, row: ClubRow): Output<typeof getSimilarClubs>['nearest'][number] {
  return {
    club_tag: row.tag,
    club_name: row.name,
    member_count: row.members,
    trophies: row.trophies,
    median_trophies: medianTrophies,
    activity_score: row.activity,
    country: row.country,
    entry: row.entry,
    required_trophies: row.required,
    active_members: row.active,
    known_members: row.known,
  }
}

type Wanted = Input<typeof findClubs>['query']
type Found = Output<typeof findClubs>

/** The clubs that fit somebody best. Throws `not_found` for a player who is not tracked. */
async function fittingClubs(context: Stored, wanted: Wanted): Promise<Found> {
  const [atlas, player] = await Promise.all([
    clubAtlas(context),
    wanted.tag === undefined ? null : readPlayer(context, wanted.tag),
  ])
  const { seeker, about } = seekerOf(wanted, player, atlas)
  const isWanted = wishOf(wanted, { trophies: seeker.trophies, clubTag: player?.clubTag ?? null })
  const best = bestClubs(seeker, atlas.clubs, { isWanted, most: wanted.limit })
  const rows = await readClubs(
    context.db,
    best.map(({ club }) => club.tag),
  )
  const clubs = best.flatMap(({ club, fit, parts }) => {
    const row = rows.get(club.tag)
    if (row === undefined) return []
    const ranked = club.rankedOf && shownMiddle(club.rankedOf)
    const hours = { hours: club.busy, hour_shares: sharesIn(club.hourRoots) }
    const said = { parts: roundedParts(parts), ...hours, ranked, notice: noticeOf(row) }
    return [{ ...listedClub(club.medianTrophies, row), fit: oneDecimal(fit), ...said }]
  })
  return { about, considered: atlas.clubs.inOrder.length, clubs }
}

const thousandths = (part: number) => Math.round(1000 * part) / 1000

function sharesIn(roots: ArrayLike<number> | null): number[] | null {
  return roots && Array.from(roots, (root) => thousandths(root * root))
}

function roundedParts({ hours, activity, trophies, modes, ranked }: FitParts): FitParts {
  const round = (part: number | null) => (part === null ? null : thousandths(part))
  const play = { hours: round(hours), activity: round(activity), modes: round(modes) }
  return { ...play, trophies: round(trophies), ranked: round(ranked) }
}

function shownMiddle({ members, tier, prestige }: ClubRankedMiddle): Found['clubs'][number]['ranked'] {
  return {
    tier: tier && tierAt(tier.middle),
    tier_place: tier?.middle ?? null,
    tier_members: tier?.known ?? 0,
    prestige: prestige?.middle ?? null,
    prestige_members: prestige?.known ?? 0,
    members,
  }
}

function noticeOf({ text, languages, minTrophies }: ClubRow): Found['clubs'][number]['notice'] {
  if (text === null || (text === '' && !languages?.length && minTrophies === null)) return null
  return { text, languages: languages ?? [], min_trophies: minTrophies }
}

/** Whether a club is asked for: the own one is not. Without another wish only clubs are whose bar is met. */
function wishOf({ entry, seats, bar, country }: Wanted, own: { trophies: number | null; clubTag: string | null }) {
  const reached = bar === 'any' || own.trophies === null ? Number.POSITIVE_INFINITY : own.trophies
  return (club: ProfiledClub): boolean =>
    club.tag !== own.clubTag &&
    club.entry !== 'closed' &&
    club.required <= reached &&
    (entry === undefined || club.entry === entry) &&
    (seats === undefined || club.seats > 0) &&
    (country === undefined || club.country === country)
}

type KnownPlayer = Awaited<ReturnType<typeof readPlayer>>

/** Who looks for a club: what is given counts in place of what is known of the player. */
function seekerOf(wanted: Wanted, player: KnownPlayer | null, { activityRank }: ClubAtlas) {
  const trophies = wanted.trophies ?? player?.trophies ?? null
  const score = wanted.days === undefined ? (player?.activity ?? null) : oneDecimal((100 * wanted.days) / WEEK)
  const shares = sharesOf(wanted, player?.shares ?? null)
  const seeker: Seeker = {
    trophies,
    activity: score === null ? null : activityRank(score),
    hourRoots: shares.hours && Float64Array.from(shares.hours, Math.sqrt),
    modes: shares.modes,
    ranked:
      wanted.tier === undefined
        ? (player?.ranked ?? null)
        : { tier: wanted.tier, prestige: player?.ranked?.prestige ?? null },
  }
  const { ranked } = seeker
  const parts = { hours: seeker.hourRoots, activity: score, trophies, modes: seeker.modes, ranked }
  const about: Found['about'] = {
    tag: wanted.tag ?? null,
    name: player?.name ?? null,
    club_tag: player?.clubTag ?? null,
    trophies,
    activity_score: score,
    tier: ranked === null || ranked.tier === null ? null : tierAt(ranked.tier),
    tier_place: ranked?.tier ?? null,
    prestige: ranked?.prestige ?? null,
    hours: shares.busy,
    hour_shares: sharesIn(seeker.hourRoots),
    battles: player?.battles ?? null,
    missing: (['hours', 'activity', 'trophies', 'modes', 'ranked'] as const).filter((part) => parts[part] === null),
    needed_battles: PLAY_BATTLES_MIN,
    needed_days: PLAY_DAYS_MIN,
  }
  return { seeker, about }
}

/** Hours and modes that are named share the play evenly. */
function sharesOf({ hours, modes }: Wanted, known: PlayShares | null) {
  const named = hours && [...new Set(hours.map(Number))].sort((one, other) => one - other)
  const shares = named
    ? smoothHours(Array.from({ length: 24 }, (_, hour) => Number(named.includes(hour))))
    : (known?.hours ?? null)
  return {
    hours: shares,
    busy: named ?? (shares && busiestHours(shares)),
    modes: modes ? new Map(modes.map((mode) => [mode, 1 / modes.length])) : (known?.modes ?? null),
  }
}

const readSummary = defineQuery(
  {
    name: z.string(),
    trophies: z.int(),
    activity: z.nullable(z.number()),
    clubTag: z.nullable(z.string()),
  },
  `select p.name, p.trophies, s.activity_score as activity, p.club_tag as "clubTag"
  from players p left join player_summaries s on s.tag = p.tag collate "C"
  where p.tag = $1 and not exists (select from tombstones t where t.tag = p.tag)`,
)

/** Days over which a player's battles tell hours and modes. */
const DAYS = 30

const NO_MATES = mateTags([])

/** What is known of a tracked player. Throws `not_found` for any other tag. */
async function readPlayer({ db, clock }: Stored, tag: string) {
  const now = clock.now()
  const [[row], player, ladders] = await Promise.all([
    readSummary(db, [tag]),
    battlePlayer(db, tag),
    readLadders(db, [tag], dayOf(now)),
  ])
  if (row === undefined || player === null) throw await playerNotShown(db, tag)
  const asked = { days: DAYS, observedAt: player.observedAt, now }
  const { packed, span } = await playedWindow(db, [tag], asked)
  const sides = sidesIn(packed.get(tag), NO_MATES)
  let battles = 0
  sides.forEach(() => {
    battles += 1
  })
  return { ...row, battles, shares: playerShares(sides, span), ranked: rankedNow(ladders.get(tag), now) }
}
