import type { BrawlerTier } from '#shared/brawler-tiers.ts'
import { t } from '#shared/texts.ts'
import { LETTER } from './BrawlerTile.tsx'

/** How many of 100 brawlers are in each tier, the best first. */
const TIERS: readonly (readonly [tier: BrawlerTier, share: number])[] = [
  ['S', 10],
  ['A', 20],
  ['B', 40],
  ['C', 20],
  ['D', 10],
]

/** The tiers from the best to the worst, each as wide as its share of all brawlers, with the brawler's own in colour. */
export function TierScale({ tier: own }: { tier: BrawlerTier }) {
  return (
    <div className="mt-1.5 max-w-md">
      <p className="sr-only">
        {t('meta.tiers')} {own}
      </p>
      <p aria-hidden="true" dir="ltr" className="flex items-center gap-0.5 text-center">
        {TIERS.map(([tier, share]) => (
          <span
            key={tier}
            className={`rounded-sm ${tier === own ? `py-0.5 text-xl font-extrabold ${LETTER[tier]}` : 'border border-edge bg-raise py-0.5 text-xs'}`}
            style={{ flex: share }}
          >
            {tier}
          </span>
        ))}
      </p>
      <p className="mt-1 text-xs">{t('meta.tiersShares')}</p>
    </div>
  )
}
