import { brawlerName } from '#shared/game-names.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LETTER } from './BrawlerTile.tsx'
import { isNoSuch, MetaFilters, NoSuch } from './MetaFilters.tsx'
import { brawlerQuery, metaSearchOf, useMetaSearch } from './meta-search.ts'

const BrawlerFigures = lazySection(() => import('./BrawlerFigures.tsx').then((file) => file.BrawlerFigures), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})
const BestPlayers = lazySection(() => import('./BestPlayers.tsx').then((file) => file.BestPlayers), {
  pending: <Skeleton className="h-80 rounded-lg" />,
  className: 'mt-4',
})

/** One brawler: where it wins, and how that changed. */
export function BrawlerPage({ id, raw }: Pick<PageProps, 'id' | 'raw'>) {
  const { mode: _mode, tab: _tab, ...search } = metaSearchOf(raw)
  const result = useQuery(brawlerQuery(id, search))
  const onSearch = useMetaSearch({ to: '/meta/brawler/$id', params: { id: String(id) } })
  const { brawler_name: shown, tier } = result.data ?? {}
  const name = shown === undefined ? t('meta.brawlerId', { id }) : brawlerName(shown)
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
      <div className="mb-5 flex min-w-0 items-center gap-3">
        {shown !== undefined && <BrawlerPicture id={id} name={shown} className="size-14 rounded-md" />}
        <h1 className="min-w-0 text-hero font-extrabold">
          <bdi>{name}</bdi>
        </h1>
        {tier && (
          <p
            title={t('meta.tiers')}
            className={`grid size-11 shrink-0 place-content-center rounded-md text-2xl font-extrabold ${LETTER[tier]}`}
          >
            <span className="sr-only">{t('meta.tiers')}</span> {tier}
          </p>
        )}
      </div>
      <MetaFilters search={search} onSearch={onSearch} />
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
