import { t } from '#shared/texts.ts'
import type { PageProps } from '#web/app/addresses.ts'
import { useQuery } from '#web/app/queries.ts'
import { QuerySection } from '#web/ui/Card.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Counted, MetaFilters, NotEnough } from './MetaFilters.tsx'
import { type Meta, type MetaSearch, metaQuery, metaSearchOf, useMetaSearch } from './meta-search.ts'
import { TierBoard } from './TierBoard.tsx'

const BrawlerTable = lazySection(() => import('./BrawlerTable.tsx').then((file) => file.BrawlerTable), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})
const Maps = lazySection(() => import('./Maps.tsx').then((file) => file.Maps), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})

/** Which brawlers win, and where: brawlers by their rates, and maps with their best brawlers. */
export function MetaPage({ raw }: Pick<PageProps, 'raw'>) {
  const search = metaSearchOf(raw)
  const onSearch = useMetaSearch({ to: '/meta' })
  const tab = search.tab ?? 'brawlers'
  return (
    <>
      <h1 className="text-hero font-extrabold sm:mb-2">{t('pages.meta')}</h1>
      <Tabs
        label={t('meta.tabs')}
        value={tab}
        tabs={[
          ['brawlers', t('meta.brawlers')],
          ['maps', t('meta.maps')],
        ]}
        onChange={(next) => onSearch({ ...search, tab: next === 'maps' ? next : undefined })}
      >
        {tab === 'maps' ? <Maps /> : <Brawlers search={search} onSearch={onSearch} />}
      </Tabs>
    </>
  )
}

type BrawlersProps = { search: MetaSearch; onSearch: (search: MetaSearch) => void }

function Brawlers({ search, onSearch }: BrawlersProps) {
  const result = useQuery(metaQuery(search))
  return (
    <>
      <MetaFilters search={search} onSearch={onSearch} modes={result.data?.modes ?? []} />
      <QuerySection
        result={result}
        failure={t('meta.failed')}
        loading={t('player.brawlersLoading')}
        shape="h-160 rounded-lg"
      >
        {(meta) => <Ranked meta={meta} search={search} />}
      </QuerySection>
    </>
  )
}

function Ranked({ meta, search }: { meta: Meta; search: MetaSearch }) {
  if (!meta.enough) return <NotEnough {...meta} />
  if (meta.brawlers.length === 0) return <EmptyState title={t('meta.noPicks')} />
  return (
    <>
      <TierBoard brawlers={meta.brawlers} search={search} />
      <div className="mt-4 rounded-lg border border-edge bg-card p-3.5 sm:p-4.5">
        <div className="mb-3">
          <Counted {...meta} />
        </div>
        <BrawlerTable brawlers={meta.brawlers} search={search} fileName={fileName(meta)} />
      </div>
    </>
  )
}

function fileName({ family, mode, weeks }: Meta): string {
  return ['brawlers', family, mode, `${weeks}-weeks`].filter(Boolean).join('-')
}
