import { brawlerName } from '#shared/game-names.ts'
import { percent } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RateTrack, rangeOf, reachOf } from '#web/ui/RateTrack.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'
import { howSure, reliableFirst } from './Rate.tsx'

type Props = { brawlers: readonly BrawlerRow[]; search: MetaSearch }

/** Who wins most surely, with the range of each rate: of a map, and where too few battles are known for tiers. */
export function BestThree({ brawlers, search: { tab: _tab, mode: _mode, ...search } }: Props) {
  const best = reliableFirst(brawlers)
    .flatMap((row) => {
      const range = rangeOf(row)
      return row.rate === null || range === null ? [] : { ...row, rate: row.rate, range }
    })
    .slice(0, 3)
    .toSorted((one, other) => other.rate - one.rate)
  if (best.length === 0) return null
  const reach = reachOf(best.map(({ range }) => range))
  return (
    <Card title={t('meta.bestBrawlers')} action={<span className="text-sm text-mut">{t('meta.rate')}</span>}>
      <ol className="grid gap-1">
        {best.map((row) => (
          <li key={row.brawler_id}>
            <Link
              to="/meta/brawler/$id"
              params={{ id: String(row.brawler_id) }}
              search={search}
              className="flex items-center gap-3 rounded-md py-1.5 no-underline hover:bg-raise sm:gap-4"
            >
              <BrawlerPicture id={row.brawler_id} name={row.brawler_name} className="size-14 shrink-0 rounded-md" />
              <span className="grid min-w-0 flex-1 items-center gap-x-4 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <span className="leading-tight">
                  <bdi className="block font-semibold wrap-anywhere">{brawlerName(row.brawler_name)}</bdi>
                  <span className="text-sm text-mut">{howSure(row)}</span>
                </span>
                <RateTrack rate={row.rate} {...row.range} reach={reach} className="w-full" />
              </span>
              <b className="w-16 text-end text-2xl font-extrabold">{percent(row.rate)}</b>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
