import { shareRange } from '#shared/share-range.ts'
import { countSide, entryOf, isChosen, newCount } from './battle-counts.ts'
import { trophyBin } from './battle-lobby.ts'
import { type BrawlerMeta, brawlerMeta, META_PRIOR, type Tallies } from './battle-meta.ts'
import { percent, sampleOf, shrinkRate } from './battle-rates.ts'
import { oneDecimal } from './one-decimal.ts'
import type { Sides } from './player-side.ts'

/** What others do with a brawler in a bin. The share runs from 0 to 1, and is drawn towards a half. */
type Share = { share: number; battles: number; meanPlace: number | null }

/** Picks of a mode, of a map or of all, by brawler and bin; a bin of null stands for all trophies. */
export type Scope = { of: 'map' | 'mode' | 'all'; shareOf: (brawler: number, bin: number | null) => Share | null }

/** The tallies are read when somebody asks for a bin, and each bin is worked out once. */
export function createScope(of: Scope['of'], counts: Counts, read: () => Tallies): Scope {
  const bins = new Map<number | null, Map<number, Share>>()
  let tallies: Tallies | undefined
  const sharesIn = (bin: number | null) => {
    tallies ??= read()
    return new Map(
      brawlerMeta(tallies, bin).flatMap((meta) => {
        const share = counts === 'places' ? shareOfPlaces(meta) : shareOfWins(meta)
        return share === null ? [] : [[meta.brawler, share]]
      }),
    )
  }
  return { of, shareOf: (brawler, bin) => entryOf(bins, bin, () => sharesIn(bin)).get(brawler) ?? null }
}

function shareOfWins({ rate, wins, losses }: BrawlerMeta): Share | null {
  return rate === null ? null : { share: rate, battles: wins + losses, meanPlace: null }
}

/** The better half is drawn towards a half as rates of wins are. */
function shareOfPlaces({ showdown }: BrawlerMeta): Share | null {
  if (showdown === null || sampleOf(showdown.battles) === 'none') return null
  const { battles, meanPlace, topHalf } = showdown
  return { share: shrinkRate(topHalf * battles, battles, META_PRIOR), battles, meanPlace }
}

/** Whether a mode has winners and losers, or places, which are never mixed. */
type Counts = 'wins' | 'places'

export function countsOf(mode: string): Counts {
  return mode.endsWith('Showdown') ? 'places' : 'wins'
}

/** What can be played: a map of the ladder that is open, or a mode of Ranked, whose map nobody knows before. */
export type Open = { family: 'ladder' | 'ranked'; mode: string; eventId: number | null; scopes: readonly Scope[] }

/** A brawler that the player owns. */
export type Owned = { id: number; power: number | null; trophies: number | null }

/** Brawlers below this power meet stronger ones and are left out. */
export const LEAST_POWER = 7
/** Battles that others' share weighs as much as, and the weight of a battle of the mode on another map. */
const OTHERS_WEIGHT = 20
const MODE_WEIGHT = 1 / 3
/** With fewer own battles others tell alone. */
const OWN_FROM = 5
const BEST = 3

/** A brawler in an event by the names of the API; shares are percent with one decimal. */
type Advised = {
  brawler_id: number
  power: number | null
  trophies: number | null
  share: number
  low: number
  high: number
  mean_place: number | null
  own: { battles: number; won: number; map_battles: number; map_won: number } | null
  others: { share: number; battles: number; of: Scope['of'] } | null
}

export type Advice = { counts: Counts; best: Advised[] }

/** The brawlers that are strong enough to be named. */
export function fitToPlay<Brawler extends Owned>(owned: readonly Brawler[]): Brawler[] {
  return owned.filter(({ power }) => power !== null && power >= LEAST_POWER)
}

/**
 * For each event the three brawlers of highest expected share of wins, or of places in the better half, of those that the
 * player owns at power 7 or more (docs/formulas.md#play-now). None where nothing is known of any.
 */
export function playNow(owned: readonly Owned[], sides: Sides, open: readonly Open[]): Advice[] {
  const own = ownBattles(sides)
  const fit = fitToPlay(owned)
  return open.map((event) => {
    const counts = countsOf(event.mode)
    const rated = fit.flatMap((brawler) => rate(brawler, { event, counts, own: own(event, brawler.id) }) ?? [])
    return { counts, best: rated.sort(byShare).slice(0, BEST).map(rounded) }
  })
}

/** Battles with a brawler in a mode, on one map or elsewhere: won are wins, or places in the better half. */
type Own = { battles: number; won: number; places: number }
type OwnInEvent = { here: Own; elsewhere: Own }

const NONE: Own = { battles: 0, won: 0, places: 0 }

/** Reads the battles once. What is returned tells those of a brawler in an event. */
function ownBattles(sides: Sides): (event: Open, brawler: number) => OwnInEvent {
  const modes = new Map<string, Map<number, ReturnType<typeof newCount>>>()
  sides.forEach((side) => {
    const { family } = side
    if (family === 'other' || !isChosen(side, { family, lobby: 'people' })) return
    // A duel may be fought with one brawler twice; it is one battle.
    for (const id of new Set(side.brawlers.map((brawler) => brawler.id))) {
      const maps = entryOf(modes, `${family} ${side.mode} ${id}`, () => new Map())
      countSide(entryOf(maps, side.eventId, newCount), side)
    }
  })
  return ({ family, mode, eventId }, brawler) => {
    const sum: OwnInEvent = { here: NONE, elsewhere: NONE }
    for (const [map, count] of modes.get(`${family} ${mode} ${brawler}`) ?? []) {
      const at = eventId === null || map === eventId ? 'here' : 'elsewhere'
      const { battles, won, places } = sum[at]
      const isPlaced = countsOf(mode) === 'places'
      sum[at] = {
        battles: battles + (isPlaced ? count.showdowns : count.wins + count.losses),
        won: won + (isPlaced ? count.topHalves : count.wins),
        places: places + count.places,
      }
    }
    return sum
  }
}

type Asked = { event: Open; counts: Counts; own: OwnInEvent }

/** The posterior of a Beta distribution, not yet rounded; null where neither others nor the player tell anything. */
function rate({ id, power, trophies }: Owned, { event, counts, own }: Asked): Advised | null {
  const { here, elsewhere } = own
  const others = othersIn(event, id, trophies)
  const battles = here.battles + elsewhere.battles
  const isOwn = battles >= OWN_FROM
  if (others === null && !isOwn) return null
  const weighed = (of: keyof Own) => (isOwn ? here[of] + MODE_WEIGHT * elsewhere[of] : 0)
  const decided = weighed('battles')
  const share = shrinkRate(weighed('won'), decided, { prior: others?.share ?? 0.5, weight: OTHERS_WEIGHT })
  const places = { sum: weighed('places'), battles: decided }
  return {
    ...{ brawler_id: id, power, trophies, share, ...shareRange(share, OTHERS_WEIGHT + decided) },
    mean_place: counts === 'wins' ? null : meanPlace(others, places),
    own: isOwn ? { battles, won: here.won + elsewhere.won, map_battles: here.battles, map_won: here.won } : null,
    others: others && { share: others.share, battles: others.battles, of: others.of },
  }
}

/** Others' places in all modes are of showdowns with more teams or fewer, and are left out. */
function meanPlace(others: ReturnType<typeof othersIn>, own: { sum: number; battles: number }): number | null {
  const usual = others === null || others.of === 'all' ? null : others.meanPlace
  const weight = usual === null ? 0 : OTHERS_WEIGHT
  return weight + own.battles === 0 ? null : ((usual ?? 0) * weight + own.sum) / (weight + own.battles)
}

/** On the map, else in the mode, else everywhere: the first that knows enough of the brawler in its bin. */
function othersIn({ scopes, family }: Open, brawler: number, trophies: number | null) {
  const bin = family === 'ranked' || trophies === null ? null : trophyBin(trophies)
  for (const { of, shareOf } of scopes) {
    const share = shareOf(brawler, bin)
    if (share !== null) return { of, ...share }
  }
  return null
}

/** Shares that are shown as the same percent do not change places with each battle. */
function byShare(one: Advised, other: Advised): number {
  return (
    Math.round(percent(other.share)) - Math.round(percent(one.share)) ||
    (other.own?.battles ?? 0) - (one.own?.battles ?? 0) ||
    (other.trophies ?? 0) - (one.trophies ?? 0) ||
    one.brawler_id - other.brawler_id
  )
}

function rounded({ others, ...pick }: Advised): Advised {
  return {
    ...pick,
    share: percent(pick.share),
    low: percent(pick.low),
    high: percent(pick.high),
    mean_place: oneDecimal(pick.mean_place),
    others: others && { ...others, share: percent(others.share) },
  }
}
