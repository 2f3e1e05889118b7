import { useState } from 'react'
import { BRAWLER_TIERS, type BrawlerTier } from '#shared/brawler-tiers.ts'
import { brawlerName } from '#shared/game-names.ts'
import { percent } from '#shared/number-format.ts'
import { Link } from '#web/router/Link.tsx'
import { Explain, ScoreReading } from '#web/ui/Explain.tsx'
import { BrawlerTile } from './BrawlerTile.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'

type Props = { brawlers: readonly BrawlerRow[]; search: MetaSearch }

const LETTER: Record<BrawlerTier, string> = {
  S: 'bg-c2 text-[oklch(0.22_0.04_90)]',
  A: 'bg-good text-bg',
  B: 'bg-acc text-onacc',
  C: 'bg-h1 text-ink',
  D: 'bg-h0 text-ink',
}

/** How light the water of each tier is, percent: what wins most is at the surface. */
const DEPTH: Record<BrawlerTier, number> = { S: 34, A: 26, B: 18, C: 10, D: 4 }

const TILES = { gridTemplateColumns: 'repeat(auto-fill, minmax(max(4.25rem, min(7%, 5.25rem)), 1fr))' }

/** Tiers that a phone shows only on demand. */
const FOLDED: readonly BrawlerTier[] = ['B', 'C', 'D']

/** The brawlers in tiers from S to D, the surest winners at the surface. */
export function TierBoard({ brawlers, search: { tab: _tab, mode: _mode, ...search } }: Props) {
  const [unfolded, setUnfolded] = useState(false)
  const tiers = Map.groupBy(brawlers, ({ tier }) => tier)
  const missing = tiers.get(null)?.length ?? 0
  if (missing === brawlers.length) return null
  return (
    <section aria-label="Tiers" className="overflow-hidden rounded-lg border border-edge bg-card">
      <dl>
        {BRAWLER_TIERS.filter((tier) => tiers.has(tier)).map((tier) => (
          <div
            key={tier}
            className={`flex border-b border-edge ${FOLDED.includes(tier) && !unfolded ? 'max-sm:hidden' : ''}`}
            style={{ backgroundColor: `color-mix(in oklab, var(--h2) ${DEPTH[tier]}%, var(--card))` }}
          >
            <dt className={`flex w-9 shrink-0 items-center justify-center text-2xl font-extrabold ${LETTER[tier]}`}>
              {tier}
            </dt>
            <dd className="min-w-0 flex-1">
              <ul className="grid gap-1 p-1.5" style={TILES}>
                {tiers.get(tier)?.map((row) => (
                  <Tile key={row.brawler_id} row={row} search={search} />
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
      <footer className="flex flex-wrap items-center gap-x-4 text-sm text-mut">
        {!unfolded && (
          <button type="button" onClick={() => setUnfolded(true)} className="link min-h-11 ps-3.5 sm:hidden">
            Show B, C and D
          </button>
        )}
        <p className="flex min-h-11 flex-1 items-center justify-end gap-2.5 px-3.5">
          {missing > 0 && `${missing} not placed: too few battles`}
          <Explain label="Tiers">
            <p>
              Who surely wins most comes first. Of 100 brawlers, 10 are S, 20 A, 40 B, 20 C and 10 D. With fewer than
              100 battles a brawler is not placed.
            </p>
            <ScoreReading of="brawler_rate" inputs={[]} />
          </Explain>
        </p>
      </footer>
    </section>
  )
}

/** A brawler with its picture, its name and how often it wins. */
function Tile({ row: { brawler_id: id, brawler_name, rate }, search }: { row: BrawlerRow; search: MetaSearch }) {
  return (
    <li className="min-w-0">
      <Link
        to="/meta/brawler/$id"
        params={{ id: String(id) }}
        search={search}
        title={brawlerName(brawler_name)}
        className="block rounded-md p-0.5 no-underline hover:bg-raise"
      >
        <BrawlerTile id={id} name={brawler_name} rate={rate === null ? null : percent(Math.round(rate))} />
      </Link>
    </li>
  )
}
