import type { Output } from './contract/endpoint.ts'
import type { getPlayNow } from './contract/play-now.ts'
import { decimal, factsInWords, percent } from './number-format.ts'
import { t } from './texts.ts'

type Advice = Output<typeof getPlayNow>
type Place = Pick<Advice['events'][number], 'counts'>
type Advised = Advice['events'][number]['best'][number]

/** Why nothing can be advised on the ladder. */
export function whyNothing({
  events,
  owned,
  fit,
  min_power,
}: Pick<Advice, 'owned' | 'fit' | 'min_power'> & { events: readonly unknown[] }): string {
  if (events.length === 0) return t('meta.openUnknown')
  if (owned === null) return t('play.ownedUnknown')
  if (fit === 0) return t('play.noneFit', { owned, power: min_power })
  return t('play.tooFew')
}

/** What is expected: `62%`, in showdowns `top half 59%`. */
export function shareText({ counts }: Place, { share }: Pick<Advised, 'share'>): string {
  const rounded = percent(share)
  return counts === 'places' ? t('meta.topHalf', { share: rounded }) : rounded
}

/** What a share was made of: `won 12 of 18 (4 of 6 on this map), others 54%`. In showdowns the mean place comes first. */
export function sourceText({ counts }: Place, { own, others, mean_place }: Omit<Advised, 'share'>): string {
  const place = mean_place === null ? [] : [t('play.place', { place: decimal(mean_place) })]
  const theirs = others === null ? null : { of: others.of, share: percent(others.share) }
  if (own === null) return factsInWords([...place, ...(theirs === null ? [] : [t('play.othersOnly', theirs)])])
  const { battles, won, map_battles: mapBattles, map_won: mapWon } = own
  const isHere = mapBattles === 0 || mapBattles === battles
  const theirOwn = isHere
    ? t('play.own', { counts, won, battles })
    : t('play.ownHere', { counts, won, battles, mapWon, mapBattles })
  return factsInWords([...place, theirOwn, ...(theirs === null ? [] : [t('play.others', theirs)])])
}
