import { useId } from 'react'
import { brawlerName } from '#shared/game-names.ts'
import { decimal, percent } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'
import { battlesOf, howSure, inputsOf } from './Rate.tsx'

type Props = {
  /** The three who win most surely, the highest rate first. */
  best: readonly BrawlerRow[]
  search: MetaSearch
}

/** Who wins most surely, in a card: where too few battles are known for tiers. */
export function BestThree(props: Props) {
  return (
    <Card>
      <Podium {...props} />
    </Card>
  )
}

/** The three who win most surely, the first in the middle. */
export function Podium({ best, search: { tab: _tab, mode: _mode, ...search } }: Props) {
  const heading = useId()
  const hasRates = best.every(({ rate }) => rate !== null)
  return (
    <section aria-labelledby={heading}>
      <header className="flex items-center justify-between gap-2 text-sm">
        <h2 id={heading} className="font-semibold">
          {t('meta.bestBrawlers')}
        </h2>
        {t(hasRates ? 'meta.rate' : 'meta.topHalfHead')}
      </header>
      <ol className="mx-auto grid max-w-2xl grid-cols-3 items-end gap-2 pt-2 sm:gap-3">
        {best.map((row, place) => (
          <Standing key={row.brawler_id} row={row} place={place} search={search} />
        ))}
      </ol>
    </section>
  )
}

/** How often it wins, which can be asked; of showdowns, how often it is in the better half. */
function Share({ row }: { row: BrawlerRow }) {
  const { rate, places, brawler_name } = row
  const share = <b className="font-extrabold">{percent(rate ?? places?.top_half ?? 0)}</b>
  if (rate === null) return share
  return (
    <ScoreExplain of="brawler_rate" about={brawlerName(brawler_name)} inputs={inputsOf(row)}>
      {share}
    </ScoreExplain>
  )
}

/** How sure the rate is; of showdowns, the mean place. */
function aboutRate(row: BrawlerRow): string {
  const { rate, places } = row
  return rate === null && places ? t('meta.place', { place: decimal(places.mean_place) }) : howSure(row)
}

/** What the first three stand on: water, as high as the place. */
const WATER = ['h-24', 'h-16', 'h-12'] as const

type StandingProps = { row: BrawlerRow; place: number; search: MetaSearch }

function Standing({ row, place, search }: StandingProps) {
  const isFirst = place === 0
  return (
    <li className={`grid min-w-0 justify-items-center text-center ${place === 1 ? 'order-first' : ''}`}>
      <Link
        to="/meta/brawler/$id"
        params={{ id: String(row.brawler_id) }}
        search={search}
        className="group grid justify-items-center rounded-md no-underline"
      >
        <BrawlerPicture
          id={row.brawler_id}
          name={row.brawler_name}
          className={isFirst ? 'size-24 rounded-lg' : 'size-16 rounded-lg'}
        />
        <bdi className="mt-1.5 line-clamp-2 leading-tight font-semibold wrap-anywhere group-hover:underline">
          {brawlerName(row.brawler_name)}
        </bdi>
      </Link>
      <div className={`leading-tight ${isFirst ? 'text-hero' : 'text-2xl'}`}>
        <Share row={row} />
      </div>
      <p className="mt-1 text-sm max-sm:text-xs">{aboutRate(row)}</p>
      <p className="text-sm max-sm:text-xs">{t('chart.battles', { battles: battlesOf(row) })}</p>
      <span className={`relative mt-2 block w-full ${WATER[place] ?? ''}`}>
        <svg viewBox="0 0 100 60" preserveAspectRatio="none" className="size-full" fill="var(--h1)" aria-hidden="true">
          <path d="M0 7Q12 0 25 7T50 7T75 7T100 7V60H0Z" />
        </svg>
        <span className="absolute inset-0 grid place-content-center pt-2 text-xl leading-none font-extrabold">
          {place + 1}
        </span>
      </span>
    </li>
  )
}
