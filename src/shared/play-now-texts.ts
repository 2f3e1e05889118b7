import type { Output } from './contract/endpoint.ts'
import type { getPlayNow } from './contract/play-now.ts'
import { count, percent } from './number-format.ts'

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
  if (events.length === 0) return 'Which maps are open is not known just now.'
  if (owned === null) return 'Which brawlers the player owns is not known yet.'
  if (fit === 0) return `None of ${count(owned, 'brawler')} has power ${min_power} yet.`
  return 'Too few battles are known on these maps.'
}

/** What is expected: `62%`, in showdowns `top half 59%`. */
export function shareText({ counts }: Place, { share }: Pick<Advised, 'share'>): string {
  const rounded = percent(Math.round(share))
  return counts === 'places' ? `top half ${rounded}` : rounded
}

const WHERE = { map: '', mode: ' in the mode', all: ' in all modes' } as const

/** What a share was made of: `won 12 of 18 (4 of 6 on this map), others 54%`. In showdowns the mean place comes first. */
export function sourceText({ counts }: Place, { own, others, mean_place }: Omit<Advised, 'share'>): string {
  const place = mean_place === null ? [] : [`place ${mean_place.toFixed(1)}`]
  const theirs = others === null ? [] : [`${percent(Math.round(others.share))}${WHERE[others.of]}`]
  if (own === null) return [...place, ...theirs.map((share) => `others only: ${share}`)].join(', ')
  const { battles, won, map_battles, map_won } = own
  const here = map_battles === 0 || map_battles === battles ? '' : ` (${map_won} of ${map_battles} on this map)`
  const theirOwn = `${counts === 'places' ? 'top half' : 'won'} ${won} of ${battles}${here}`
  return [...place, theirOwn, ...theirs.map((share) => `others ${share}`)].join(', ')
}
