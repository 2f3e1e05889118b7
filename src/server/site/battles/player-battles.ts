import type { Context } from '#server/context.ts'
import { readBaselines } from '#server/history/battles/baselines.ts'
import { type BattleNames, battleNames, battlePlayer, playedOf } from '#server/history/battles/battle-players.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { playerNotShown } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import { battleCoverage } from '#server/metrics/battle-coverage.ts'
import { knownHours } from '#server/metrics/battle-hours.ts'
import type { LatestBattle } from '#server/metrics/gather-battles.ts'
import { battlesSentence, playerBattles } from '#server/metrics/player-battles.ts'
import type { getPlayerBattles } from '#shared/contract/battles.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { addDays, dayOf } from '#shared/days.ts'

type PlayerBattles = Output<typeof getPlayerBattles>
type Asked = Input<typeof getPlayerBattles>['query']

/** How a player fights, over the last `days` UTC dates. Throws `not_found` for a player who is not tracked or not shown. */
export async function battlesOfPlayer(context: Context, tag: string, asked: Asked): Promise<PlayerBattles> {
  const { db, clock } = context
  const now = clock.now()
  const since = addDays(dayOf(now), 1 - asked.days)
  const [player, { days, spans }, names, baselines] = await Promise.all([
    battlePlayer(db, tag),
    playedOf(db, [tag], since),
    battleNames(context),
    readBaselines(context, asked.days),
  ])
  if (player === null) throw await playerNotShown(db, tag)
  const mates = new Map(player.clubmates.map((mate) => [mate.tag, mate.name]))
  const sides = sidesIn(days.get(tag), mateTags(mates.keys()))
  const battles = playerBattles(sides, { ...asked, baselines, clubmates: mates })
  const window = { from: Date.parse(since), now: now.getTime() }
  const covered = { trackedSince: player.firstSeenAt.getTime(), spans: spans.get(tag) ?? [] }
  return {
    tag,
    ...asked,
    ...freshness(player.observedAt, now),
    coverage: battleCoverage([covered], window),
    ...named(battles, { names, mates, days: asked.days }),
    hours: knownHours(battles.hours, covered.spans, window),
  }
}

type Battles = ReturnType<typeof playerBattles>
type Names = { names: BattleNames; mates: ReadonlyMap<string, string>; days: number }

/** The figures with the names of brawlers, maps and clubmates, and the sentence that they make. */
function named(battles: Battles, { names, mates, days }: Names) {
  const { strongest, latest, by_brawler, by_map, played_with, ...figures } = battles
  const withName = <Row extends { brawler_id: number }>(row: Row) => {
    return { brawler_name: names.brawler(row.brawler_id), ...row }
  }
  const best = strongest && withName(strongest)
  return {
    ...figures,
    summary: battlesSentence(battles, { days, brawler: best?.brawler_name ?? null }),
    strongest: best,
    latest: latest.map((side) => latestBattle(side, names)),
    by_brawler: by_brawler.map(withName),
    by_map: by_map.map((row) => ({ ...row, map: names.map(row.event_id), best: row.best && withName(row.best) })),
    played_with: played_with.map((row) => ({ name: mates.get(row.tag) ?? row.tag, ...row })),
  }
}

function latestBattle({ at, brawler, ...battle }: LatestBattle, names: BattleNames) {
  const brawler_name = brawler === null ? null : names.brawler(brawler)
  return { time: new Date(at).toISOString(), brawler_id: brawler, brawler_name, ...battle }
}
