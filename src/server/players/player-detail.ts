import type { Output } from '#shared/contract/endpoint.ts'
import type { getPlayer } from '#shared/contract/players.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Context } from '../context.ts'
import { freshness } from '../history/freshness.ts'
import type { StoredBrawler } from '../history/stored-brawler.ts'
import { lastSeen, type StoredPlayer, storedPlayer } from './stored-player.ts'

type Player = Output<typeof getPlayer>

/** A stored player. What only the own profile tells is null until that was read. */
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
    brawlers: ((profile?.brawlers ?? []) as StoredBrawler[]).map(brawlerOf),
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

function brawlerOf([id, name, power, rank, trophies, highestTrophies]: StoredBrawler): Player['brawlers'][number] {
  return { id, name: name?.replaceAll('\n', ' ') ?? `Brawler ${id}`, power, rank, trophies, highestTrophies }
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
