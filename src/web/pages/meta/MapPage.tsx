import { mapName, modeName } from '#shared/game-names.ts'
import { factsInWords } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { timeLeft } from '#web/ui/date-words.ts'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { MapPicture, modeColours } from './MapPicture.tsx'
import { Counted, isNoSuch, MetaFilters, NoSuch, NotEnough } from './MetaFilters.tsx'
import { type Meta, type MetaSearch, mapsQuery, metaQuery, metaSearchOf, useMetaSearch } from './meta-search.ts'
import { BestThree } from './TierBoard.tsx'

const BrawlerTable = lazySection(() => import('./BrawlerTable.tsx').then((file) => file.BrawlerTable), {
  pending: <Skeleton className="h-160 rounded-lg" />,
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
  useDocumentTitle(documentTitle(name))
  const allMaps = (
    <Link to="/meta" search={{ tab: 'maps' }} className="link">
      {t('meta.allMaps')}
    </Link>
  )
  if (isNoSuch(result.error)) {
    return (
      <div className="grid gap-6">
        <NoSuch what="map">{allMaps}</NoSuch>
        <Maps />
      </div>
    )
  }
  return (
    <>
      <p className="mb-3 text-sm">{allMaps}</p>
      <div
        className="mb-3 flex min-w-0 items-center gap-3 rounded-lg border border-edge p-3 sm:p-4.5"
        style={{ background: bandOf(mode) }}
      >
        <MapPicture id={id} mode={mode} className="size-14 rounded-md sm:size-18" />
        <div className="min-w-0">
          <h1 className="text-hero leading-tight font-extrabold">
            <bdi>{name}</bdi>
          </h1>
          <p className="min-h-6">{factsInWords([mode && modeName(mode), left])}</p>
        </div>
      </div>
      <MetaFilters search={search} onSearch={onSearch} />
      <QuerySection
        result={result}
        failure={t('meta.mapFailed')}
        loading={t('meta.mapLoading')}
        shape="h-160 rounded-lg"
      >
        {(meta) => <OnMap meta={meta} search={search} />}
      </QuerySection>
    </>
  )
}

/** The colour of its mode, as far as names on it stay readable in every theme. */
function bandOf(mode: string): string {
  const { background } = modeColours(mode)
  return `linear-gradient(100deg, color-mix(in oklab, ${background} 42%, var(--card)), var(--card) 75%) border-box`
}

/** For how long a map can still be played; null where it is not in rotation, or that is not known. */
function useTimeLeft(id: number): string | null {
  const { data } = useQuery(mapsQuery)
  const present = useNow()
  const until = data?.maps.find(({ event_id }) => event_id === id)?.until ?? null
  const left = until === null ? 0 : Date.parse(until) - present
  return left > 0 ? timeLeft(left) : null
}

function OnMap({ meta, search }: { meta: Meta; search: MetaSearch }) {
  if (!meta.enough) return <NotEnough {...meta} />
  return (
    <>
      {meta.brawlers.some(({ rate }) => rate !== null) && <BestThree brawlers={meta.brawlers} search={search} />}
      <div className="mt-4 rounded-lg border border-edge bg-card p-3.5 sm:p-4.5">
        <Counted {...meta} />
        <BrawlerTable brawlers={meta.brawlers} search={search} fileName={`map-${meta.event_id}`} />
      </div>
    </>
  )
}
