import { brawlerName } from '#shared/game-names.ts'
import { percent } from '#shared/number-format.ts'
import { rangeOf } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { RateTrack, reachOf } from '#web/ui/RateTrack.tsx'
import { TileLink } from './BrawlerTile.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'

type Props = { brawlers: readonly BrawlerRow[]; search: MetaSearch }

/**
 * The best tier, larger than the others. It goes by the lower ends of ranges, so it draws those, each with a mark where the
 * rate lies, and writes no rates.
 */
export function BestTier({ brawlers, search }: Props) {
  const ranges = brawlers.map(rangeOf)
  const reach = reachOf(ranges)
  return (
    <ul className="grid grid-cols-2 gap-1 p-1.5 sm:grid-cols-4 lg:grid-cols-6">
      {brawlers.map(({ brawler_id: id, brawler_name: name, rate }, place) => {
        const range = ranges[place]
        return (
          <li key={id} className="min-w-0">
            <TileLink id={id} name={name} search={search}>
              <span className="flex h-full items-center gap-2 rounded-md border border-edge bg-card p-1.5">
                <BrawlerPicture id={id} name={name} className="size-11 rounded-md sm:size-12" />
                <span className="grid min-w-0 flex-1 gap-1.5">
                  <bdi className="line-clamp-2 leading-tight font-semibold wrap-anywhere">{brawlerName(name)}</bdi>
                  {rate !== null && range && (
                    <>
                      <span className="sr-only">
                        {t('play.between', { low: percent(range.low), high: percent(range.high) })}
                      </span>
                      <RateTrack rate={rate} {...range} reach={reach} className="w-full" />
                    </>
                  )}
                </span>
              </span>
            </TileLink>
          </li>
        )
      })}
    </ul>
  )
}
