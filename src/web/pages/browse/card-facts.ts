import { activeShare } from '#shared/bands.ts'
import { clubType, entryBar } from '#shared/club-offer.ts'
import { countryName } from '#shared/game-names.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { formatThousands } from '#shared/number-format.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import type { Sort } from '#shared/sorts.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'

type Listed = Answer<'GET /api/browse/entities'>
type Club = NonNullable<Listed['clubs']>[number]
type Player = NonNullable<Listed['players']>[number]

/** Members of a club. Who is not active may still play without winning trophies; of all others it is not known. */
export type Pod = { members: number; active: number; notActive: number }

/** What a card or row shows of a club or player. */
export type CardFacts = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** Members and seats: `28/30`. Null for players. */
  seats: string | null
  /** Whom a club has. Null for players. */
  pod: Pod | null
  /** The line below the name. Each part may be a name in any script. */
  about: readonly string[]
  /** The place of a player's tier, whose emblem stands before its name; null without one. */
  tier: number | null
  /** What a club offers whoever looks for one; of a player tier and rating. Null where nothing is known. */
  offer: string | null
  /** Of the best one, and where the list is ordered by it. */
  prestige: string | null
  trophies: number
  scores: readonly CardScore[]
  /** What was won by play up to the end of each of the last 7 days, oldest first. */
  won: readonly (number | null)[]
  /** The same of all these days; null where not known. */
  gain: number | null
  /** Of a club in percent. */
  growth?: number | null
  /** Of a club: the whole gain, with who came and left. */
  gainWithMoves?: number | null
  /** What earns a medal where the list is ordered by it. Names, days and numbers of members earn none. */
  figures: { popularity: number } & { [order in Sort]?: number | null | undefined }
  /** Why there are no scores, or fewer; null where there are all. */
  state: string | null
  isSilent?: boolean
}

/** A list that was kept for times without a network may be older than a field. */
type Unknown<Card> = { [Field in keyof Card as null extends Card[Field] ? Field : never]: null }

const UNKNOWN: Unknown<Club> & Unknown<Player> = {
  gain_7d: null,
  gain_7d_percent: null,
  growth_7d: null,
  activity_score: null,
  performance_score: null,
  country: null,
  entry: null,
  required_trophies: null,
  active_members: null,
  known_members: null,
  ranked: null,
  prestige: null,
  club_name: null,
  club_tag: null,
}

export type CardScore = { label: string; score: number | null; kind: 'score' | 'activity' }

function clubFacts(club: Club): CardFacts {
  const activity = activeShare(club.activity_score, club.active_members, club.known_members)
  return {
    to: '/club/$tag',
    tag: club.club_tag,
    name: club.club_name,
    seats: `${club.member_count}/${CLUB_SEATS}`,
    pod: podOf(club),
    about: countryOf(club),
    tier: null,
    offer: entryOf(club),
    prestige: null,
    trophies: club.trophies,
    won: club.won_7d ?? [],
    gain: club.gain_7d,
    growth: club.gain_7d_percent,
    gainWithMoves: club.growth_7d,
    scores: club.analytics_available ? [{ label: activeOf(club), score: activity, kind: 'activity' }] : [],
    figures: {
      popularity: club.popularity_score,
      trophies: club.trophies,
      growth: club.gain_7d_percent,
      activity_score: activity,
    },
    state: club.analytics_available ? null : t('browse.learning'),
  }
}

function podOf({ analytics_available, member_count: members, active_members, known_members }: Club): Pod {
  const [active, known] = analytics_available ? [active_members, known_members] : [null, null]
  return active === null || known === null
    ? { members, active: 0, notActive: 0 }
    : { members, active, notActive: known - active }
}

/** How one gets in: `Open · 5,000+`. What is not known is left out. */
function entryOf({ entry, required_trophies: bar }: Club): string | null {
  const parts = [entry && clubType(entry), bar === null ? null : entryBar(bar, (trophies) => `${trophies}+`)]
  return parts.filter(Boolean).join(' · ') || null
}

function activeOf({ active_members: active, known_members: known }: Club): string {
  return active !== null && known ? t('browse.activeOf', { active, known }) : t('ui.activity')
}

function playerFacts(player: Player): CardFacts {
  const { analytics_available, performance_score: performance, activity_score: activity } = player
  const judged = analytics_available && performance !== null
  const isSilent = !judged && analytics_available && activity !== null
  return {
    to: '/player/$tag',
    tag: player.player_tag,
    name: player.player_name,
    seats: null,
    pod: null,
    about: [player.club_name ?? t('ui.noClub'), ...countryOf(player)],
    tier: player.ranked?.tier_place || null,
    offer: player.ranked && rankedWords(player.ranked),
    prestige: player.prestige === null ? null : t('browse.prestigeOf', { prestige: player.prestige }),
    trophies: player.trophies,
    won: player.won_7d ?? [],
    gain: player.gain_7d,
    scores: judged
      ? [
          { label: t('ui.performance'), score: performance, kind: 'score' },
          { label: t('ui.activity'), score: activity, kind: 'activity' },
        ]
      : [],
    figures: {
      popularity: player.popularity_score,
      trophies: player.trophies,
      performance_score: performance,
      activity_score: activity,
      ranked: player.ranked?.rating,
      prestige: player.prestige,
    },
    state: judged ? null : isSilent ? t('browse.silent') : t('browse.learning'),
    isSilent,
  }
}

/** `Silver II 1,018`; what is not known is left out. */
function rankedWords({ tier, rating }: NonNullable<Player['ranked']>): string | null {
  return [tier && tierName(tier), rating !== null && formatThousands(rating)].filter(Boolean).join(' ') || null
}

function countryOf({ country }: { country: string | null }): string[] {
  return country === null ? [] : [countryName(country)]
}

/** The clubs or players of a list, as its cards show them. */
export function cardsOf(list: Listed | undefined): readonly CardFacts[] {
  const clubs = list?.clubs?.map((club) => clubFacts({ ...UNKNOWN, ...club })) ?? []
  const players = list?.players?.map((player) => playerFacts({ ...UNKNOWN, ...player })) ?? []
  return [...clubs, ...players]
}
