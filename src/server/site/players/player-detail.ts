import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type StoredBrawler, unpackBrawlers } from '#server/history/ingest/raw-answers.ts'
import { playerNotShown } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { getPlayer } from '#shared/contract/players.ts'
import { plainName } from '#shared/plain-name.ts'

type Player = Output<typeof getPlayer>

/** A tracked player. Fields that only the player's own profile holds are null until it was collected. */
export async function playerDetail(context: Context, tag: string): Promise<Player> {
  const player = await storedPlayer(context, tag)
  const profile = await context.db
    .selectFrom('player_profiles')
    .selectAll()
    .where('player_tag', '=', tag)
    .executeTakeFirst()
  const seenAt = lastSeen(player)
  return {
    tag: player.tag,
    name: plainName(player.name),
    name_color: player.name_color,
    trophies: player.trophies,
    highestTrophies: profile?.highest_trophies ?? null,
    expLevel: profile?.exp_level ?? null,
    '3vs3Victories': profile?.victories_3vs3 ?? null,
    soloVictories: profile?.victories_solo ?? null,
    duoVictories: profile?.victories_duo ?? null,
    club: clubOf(player),
    brawlers: unpackBrawlers(profile?.brawlers ?? []).map(brawlerOf),
    country: player.country,
    icon_id: player.icon_id,
    ...freshness(seenAt, context.clock.now()),
    profile_updated: profile?.read_at.toISOString() ?? null,
    tracked_since: player.first_seen_at.toISOString(),
    battles_missed: await battlesMissed(context, tag),
  }
}

function clubOf(player: StoredPlayer): Player['club'] {
  if (player.club_tag === null) return null
  return { tag: player.club_tag, name: plainName(player.club_name ?? player.club_tag), role: player.role }
}

function brawlerOf(brawler: StoredBrawler): Player['brawlers'][number] {
  return { ...brawler, name: brawler.name?.replaceAll('\n', ' ') ?? `Brawler ${brawler.id}` }
}

async function battlesMissed({ db }: Context, tag: string): Promise<boolean> {
  const gap = await db
    .selectFrom('battle_log_coverage')
    .select('covered_from')
    .where('player_tag', '=', tag)
    .where('overflow', '=', true)
    .limit(1)
    .executeTakeFirst()
  return gap !== undefined
}

/** The stored player with their club. Throws `not_found` when they are not tracked, or asked not to be shown. */
async function storedPlayer({ db }: Context, tag: string) {
  const player = await db
    .selectFrom('players')
    .leftJoin('clubs', 'clubs.tag', 'players.club_tag')
    .selectAll('players')
    .select(['clubs.name as club_name', 'clubs.observed_at as club_observed_at'])
    .where('players.tag', '=', tag)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
  if (player === undefined) throw await playerNotShown(db, tag)
  return player
}

type StoredPlayer = Awaited<ReturnType<typeof storedPlayer>>

/** When the player was last observed. A scan of the club counts, also where it changed nothing. */
function lastSeen(player: Pick<StoredPlayer, 'observed_at' | 'club_observed_at'>): Date {
  const inClub = player.club_observed_at
  return inClub !== null && inClub > player.observed_at ? inClub : player.observed_at
}
