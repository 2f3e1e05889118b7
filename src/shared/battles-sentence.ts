import { brawlerName, modeName } from './game-names.ts'
import { factsInWords, percent } from './number-format.ts'
import { t } from './texts.ts'

/** What the sentence on a player's battles is made of. */
type FoughtBattles = {
  enough: boolean
  days: number
  totals: {
    rate: number | null
    wins: number
    losses: number
    places?: { battles: number; top_half: number } | null
  }
  strongest: { brawler_name: string; mode: string; battles: number; wins: number } | null
}

/** One sentence on a player's battles; null with too few of them (docs/formulas.md#battles-sentence). */
export function battlesSentence({ enough, days, totals, strongest }: FoughtBattles): string | null {
  if (!enough) return null
  const { rate, wins, losses, places } = totals
  const facts = [
    rate !== null && t('battles.sumWon', { wins, battles: wins + losses, days }),
    rate === null &&
      places &&
      t('battles.sumPlaces', { share: percent(places.top_half), battles: places.battles, days }),
    strongest &&
      t('battles.sumStrongest', {
        brawler: brawlerName(strongest.brawler_name),
        mode: modeName(strongest.mode),
        wins: strongest.wins,
        battles: strongest.battles,
      }),
  ]
  return t('battles.sum', { facts: factsInWords(facts) })
}
