import { brawlerName } from '#shared/game-names.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { crestOf } from '#web/ui/Avatar.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Band, Counted, isNoSuch, MetaFilters, NoSuch } from './MetaFilters.tsx'
import { brawlerQuery, metaSearchOf, useMetaSearch } from './meta-search.ts'

const BrawlerFigures = lazySection(() => import('./BrawlerFigures.tsx').then((file) => file.BrawlerFigures), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})
const BestPlayers = lazySection(() => import('./BestPlayers.tsx').then((file) => file.BestPlayers), {
  pending: <Skeleton className="h-80 rounded-lg" />,
  className: 'mt-4',
})

const PENDING = <Skeleton className="h-40 rounded-lg" />
const TierScale = lazySection(() => import('./Verdict.tsx').then((file) => file.TierScale), {
  pending: <Skeleton className="h-12" />,
})
const Verdict = lazySection(() => import('./Verdict.tsx').then((file) => file.Verdict), { pending: PENDING })

/** One brawler: where it wins, and how that changed. */
export function BrawlerPage({ id, raw }: Pick<PageProps, 'id' | 'raw'>) {
  const { mode: _mode, tab: _tab, ...search } = metaSearchOf(raw)
  const result = useQuery(brawlerQuery(id, search))
  const onSearch = useMetaSearch({ to: '/meta/brawler/$id', params: { id: String(id) } })
  const { brawler_name: shown, tier, overall, by_map = [] } = result.data ?? {}
  const name = shown === undefined ? t('meta.brawlerId', { id }) : brawlerName(shown)
  const verdict = overall ? <Verdict overall={overall} maps={by_map} name={name} /> : result.isPending && PENDING
  useDocumentTitle(documentTitle(name))
  const allBrawlers = (
    <Link to="/meta" className="link">
      {t('meta.allBrawlers')}
    </Link>
  )
  if (isNoSuch(result.error)) return <NoSuch what="brawler">{allBrawlers}</NoSuch>
  return (
    <>
      <p className="mb-3 text-sm">{allBrawlers}</p>
      <Band
        busy={result.isPlaceholderData}
        colour={crestOf(`brawler ${id}`, '').ground}
        className={`items-center gap-x-8 gap-y-4 p-3 sm:p-4.5 ${verdict ? 'lg:grid-cols-2' : ''}`}
      >
        <div className="flex min-w-0 items-center gap-4">
          {shown !== undefined && <BrawlerPicture id={id} name={shown} className="size-24 shrink-0 rounded-lg" />}
          <div className="min-w-0 grow">
            <h1 className="text-hero leading-tight font-extrabold wrap-anywhere">
              <bdi>{name}</bdi>
            </h1>
            {tier && <TierScale tier={tier} />}
          </div>
        </div>
        {verdict}
      </Band>
      <MetaFilters search={search} onSearch={onSearch}>
        {result.data?.overall && <Counted {...result.data} />}
      </MetaFilters>
      <QuerySection
        result={result}
        failure={t('meta.brawlerFailed')}
        loading={t('meta.brawlerLoading')}
        shape="h-160 rounded-lg"
      >
        {(brawler) => (
          <>
            <BrawlerFigures brawler={brawler} name={name} />
            <BestPlayers {...brawler} name={name} />
          </>
        )}
      </QuerySection>
    </>
  )
}
