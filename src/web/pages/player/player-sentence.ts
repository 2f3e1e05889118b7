import { abbreviate, thousands } from '../../format/abbreviate.ts'

type Known = { trophies: number; club: { name: string } | null }
type Next = { trophy_count: number; trophies_missing: number; days_at_this_pace: number | null }

/** What is known of a player in one sentence, where the analytics have none of their own yet. */
export function playerSentence({ trophies, club }: Known): string {
  const home = club ? `, plays in ${club.name}` : ''
  return `This player has ${thousands(trophies)} trophies${home}. What happens from now on is kept.`
}

/** The next milestone and when it comes at this pace: `Next milestone: 50k, 1,786 trophies away, about 9 days at this pace.` */
export function nextMilestoneSentence({ trophy_count, trophies_missing, days_at_this_pace }: Next): string {
  const days = days_at_this_pace === null ? null : Math.ceil(days_at_this_pace)
  const when = days === null ? '' : `, about ${thousands(days)} ${days === 1 ? 'day' : 'days'} at this pace`
  return `Next milestone: ${abbreviate(trophy_count)}, ${thousands(trophies_missing)} trophies away${when}.`
}
