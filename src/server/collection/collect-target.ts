import type { Context } from '../context.ts'
import type { CallOptions } from '../game-api/client.ts'
import type { ClaimedTarget } from './claim-due.ts'
import { readBattleLog } from './collect-battle-log.ts'
import { collectBrawlers } from './collect-brawlers.ts'
import { readClub } from './collect-club.ts'
import { readProfile } from './collect-player.ts'
import { collectRanking, type RankingName } from './collect-ranking.ts'
import type { Finding } from './settle-target.ts'

/** Collects one target, whatever its kind. Throws GameApiError. */
export async function collectTarget(
  context: Context,
  { kind, key }: Pick<ClaimedTarget, 'kind' | 'key'>,
  options: CallOptions,
): Promise<Finding> {
  switch (kind) {
    case 'club':
      return readClub(context, key, options)
    case 'player':
      return readProfile(context, key, options)
    case 'battle-log':
      return readBattleLog(context, key, options)
    case 'player-ranking':
      return readRanking(context, { type: 'players', country: key, brawlerId: 0 }, options)
    case 'club-ranking':
      return readRanking(context, { type: 'clubs', country: key, brawlerId: 0 }, options)
    case 'brawler-ranking':
      return readRanking(context, brawlersRanking(key), options)
    case 'brawlers':
      await collectBrawlers(context, options)
      return { observedAt: context.clock.now(), maxAgeSeconds: 0, liveliness: 'calm' }
  }
}

async function readRanking(context: Context, name: RankingName, options: CallOptions): Promise<Finding> {
  const { observedAt, clubs, players } = await collectRanking(context, name, options)
  await context.summarise({ clubs, players })
  return { observedAt, maxAgeSeconds: 0, liveliness: 'calm' }
}

/** `US/16000000`. */
function brawlersRanking(key: string): RankingName {
  const [country = 'global', brawlerId] = key.split('/')
  return { type: 'brawlers', country, brawlerId: Number(brawlerId) }
}
