import { useState } from 'react'
import { BRAWLER_TIERS, type BrawlerTier } from '#shared/brawler-tiers.ts'
import { brawlerName } from '#shared/game-names.ts'
import { podiumOf, reliableFirst } from '#shared/rate-order.ts'
import { t } from '#shared/texts.ts'
import { useArt } from '#web/app/queries.ts'
import { Monogram, Pictured } from '#web/ui/Avatar.tsx'
import { Explain, ScoreReading } from '#web/ui/Explain.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LETTER, TileLink } from './BrawlerTile.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'

export const BestThree = lazySection(() => import('./BestThree.tsx').then((file) => file.BestThree), {
  pending: <Skeleton className="h-64 rounded-lg" />,
})

const BestTier = lazySection(() => import('./BestTier.tsx').then((file) => file.BestTier), {
  pending: <Skeleton className="h-64 rounded-lg" />,
})

type Props = { brawlers: readonly BrawlerRow[]; search: MetaSearch }

/** How deep each tier lies: what wins most is at the surface. */
const DEPTH: Record<BrawlerTier, string> = {
  S: 'bg-h2/30',
  A: 'bg-h2/18',
  B: 'bg-h1/25',
  C: 'bg-raise',
  D: 'bg-raise/40',
}

/** The names of a tier: the deeper it lies, the quieter they are. */
const LOOK = {
  A: 'font-semibold',
  B: 'text-sm',
  C: 'text-sm text-mut',
  D: 'text-sm text-mut',
} as const

/** Tiers that a phone shows only on demand. */
const FOLDED: readonly BrawlerTier[] = ['B', 'C', 'D']

/** The brawlers in tiers from S to D, the surest winners at the surface. */
export function TierBoard({ brawlers, search: asked }: Props) {
  const { tab: _tab, mode: _mode, ...search } = asked
  const [unfolded, setUnfolded] = useState(false)
  // In the order of the table below.
  const tiers = Map.groupBy(reliableFirst(brawlers), ({ tier }) => tier)
  const missing = tiers.get(null)?.length ?? 0
  if (missing === brawlers.length) {
    const best = podiumOf(brawlers)
    return best.length > 0 && <BestThree best={best} search={asked} />
  }
  return (
    <section aria-label={t('meta.tiers')} className="overflow-hidden rounded-lg border border-edge bg-card">
      <header className="flex min-h-11 items-center justify-between gap-2.5 border-b border-edge px-3.5 py-2 text-sm text-mut">
        <p>{t('meta.tiersShares')}</p>
        <Explain label={t('meta.tiers')}>
          <p>{t('meta.tiersWords')}</p>
          <ScoreReading of="brawler_rate" inputs={[]} />
        </Explain>
      </header>
      <dl>
        {BRAWLER_TIERS.filter((tier) => tiers.has(tier)).map((tier) => (
          <div
            key={tier}
            className={`grid grid-cols-[2.25rem_minmax(0,1fr)] border-b border-edge sm:grid-cols-[3.5rem_minmax(0,1fr)] ${DEPTH[tier]} ${FOLDED.includes(tier) && !unfolded ? 'max-sm:hidden' : ''}`}
          >
            <dt className={`grid place-content-center text-center text-2xl font-extrabold ${LETTER[tier]}`}>
              {tier} <span className="text-sm font-semibold">{tiers.get(tier)?.length}</span>
            </dt>
            <dd>
              {tier === 'S' ? (
                <BestTier brawlers={tiers.get(tier) ?? []} search={search} />
              ) : (
                <ul className={`flex flex-wrap gap-1 p-1.5 ${LOOK[tier]}`}>
                  {tiers.get(tier)?.map((brawler) => (
                    <li key={brawler.brawler_id} className="min-w-0">
                      <BrawlerPlate brawler={brawler} search={search} />
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <footer className="flex flex-wrap items-center gap-x-4 text-sm text-mut">
        {!unfolded && (
          <button type="button" onClick={() => setUnfolded(true)} className="link min-h-11 ps-3.5 sm:hidden">
            {t('meta.bcd')}
          </button>
        )}
        {missing > 0 && <p className="px-3.5 py-2">{t('meta.tooFewFor', { count: missing })}</p>}
      </footer>
    </section>
  )
}

/** One brawler of a tier below the best: its picture or its colours, and its name. */
function BrawlerPlate({ brawler, search }: { brawler: BrawlerRow; search: MetaSearch }) {
  const { brawler_id: id, brawler_name: name } = brawler
  return (
    <TileLink id={id} name={name} search={search}>
      <span className="flex min-h-10 items-center gap-2 rounded-full border border-edge bg-card ps-1.5 pe-3 leading-tight">
        <Pictured art={useArt('brawler', id)} className="size-7 rounded-full">
          <Monogram seed={`brawler ${id}`} name={null} className="size-full" />
        </Pictured>
        <bdi className="line-clamp-2 wrap-anywhere">{brawlerName(name)}</bdi>
      </span>
    </TileLink>
  )
}
