import { useMemo } from 'react'
import { mapName, modeName } from '#shared/game-names.ts'
import { factsInWords } from '#shared/number-format.ts'
import { podiumOf } from '#shared/rate-order.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { Card, QuerySection } from '#web/ui/Card.tsx'
import { timeLeft } from '#web/ui/date-words.ts'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { MapPicture, modeColours } from './MapPicture.tsx'
import { Band, Counted, isNoSuch, MetaFilters, NoSuch, NotEnough } from './MetaFilters.tsx'
import {
  type BrawlerRow,
  type Meta,
  type MetaSearch,
  mapsQuery,
  metaQuery,
  metaSearchOf,
  useMetaSearch,
} from './meta-search.ts'

const BrawlerTable = lazySection(() => import('./BrawlerTable.tsx').then((file) => file.BrawlerTable), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})

const PENDING = <Skeleton className="h-80 rounded-lg" />

const Podium = lazySection(() => import('./BestThree.tsx').then((file) => file.Podium), {
  pending: PENDING,
})

const Maps = lazySection(() => import('./Maps.tsx').then((file) => file.Maps), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})

/** The brawlers that win on one map. */
export function MapPage({ id, raw }: Pick<PageProps, 'id' | 'raw'>) {
  const { mode: _mode, tab: _tab, ...search } = metaSearchOf(raw)
  const result = useQuery(metaQuery(search, id))
  const onSearch = useMetaSearch({ to: '/meta/map/$id', params: { id: String(id) } })
  const name = mapName(result.data?.map ?? null, id)
  const mode = result.data?.mode ?? ''
  const left = useTimeLeft(id)
  const best = useMemo(() => (result.data?.enough ? podiumOf(result.data.brawlers) : []), [result.data])
  const isPending = !result.data && !result.error
  const podium = isPending ? PENDING : best.length > 0 && <Podium best={best} search={search} />
  useDocumentTitle(documentTitle(name))
  const allMaps = (className: string) => (
    <Link to="/meta" search={{ tab: 'maps' }} className={className}>
      {t('meta.allMaps')}
    </Link>
  )
  if (isNoSuch(result.error)) {
    return (
      <div className="grid gap-6">
        <NoSuch what="map">{allMaps(buttonStyle())}</NoSuch>
        <Maps />
      </div>
    )
  }
  return (
    <>
      <p className="mb-3 text-sm">{allMaps('link')}</p>
      <Band
        busy={result.isPlaceholderData}
        colour={modeColours(mode).background}
        className={`gap-2 px-3 pt-3 sm:px-4.5 sm:pt-4 ${podium ? 'lg:grid-cols-[2fr_3fr]' : ''}`}
      >
        <div className={`flex min-w-0 items-center gap-3 self-center pb-3 ${podium ? 'lg:block' : ''}`}>
          <MapPicture id={id} mode={mode} className={`size-14 rounded-md ${podium ? 'lg:mb-5 lg:size-28' : ''}`} />
          <div className="min-w-0">
            <h1 className="text-hero leading-tight font-extrabold wrap-anywhere">
              <bdi>{name}</bdi>
            </h1>
            <p className="min-h-6">{factsInWords([mode && modeName(mode), left])}</p>
          </div>
        </div>
        {podium}
      </Band>
      <MetaFilters search={search} onSearch={onSearch}>
        {result.data?.enough && <Counted {...result.data} />}
      </MetaFilters>
      <QuerySection
        result={result}
        failure={t('meta.mapFailed')}
        loading={t('meta.mapLoading')}
        shape="h-160 rounded-lg"
      >
        {(meta) => <OnMap meta={meta} search={search} podium={best} />}
      </QuerySection>
    </>
  )
}

/** For how long a map can still be played; null where it is not in rotation, or that is not known. */
function useTimeLeft(id: number): string | null {
  const { data } = useQuery(mapsQuery)
  const present = useNow()
  const until = data?.maps.find(({ event_id }) => event_id === id)?.until ?? null
  const left = until === null ? 0 : Date.parse(until) - present
  return left > 0 ? timeLeft(left) : null
}

type OnMapProps = { meta: Meta; search: MetaSearch; podium: readonly BrawlerRow[] }

function OnMap({ meta, search, podium }: OnMapProps) {
  if (!meta.enough) return <NotEnough {...meta} />
  return (
    <Card>
      <BrawlerTable brawlers={meta.brawlers} search={search} fileName={`map-${meta.event_id}`} podium={podium} />
    </Card>
  )
}
