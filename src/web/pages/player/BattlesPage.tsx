import { useInfiniteQuery } from '@tanstack/react-query'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { EntityFailure } from '#web/chrome/EntityFailure.tsx'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, SectionFailure, StaleNotice } from '#web/ui/Notice.tsx'
import { LastSeen, LocalDay, RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'

const BattleSessions = lazySection(() => import('./BattleSessions.tsx').then((file) => file.BattleSessions), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})

const LIST = 'GET /api/browse/player/{tag}/battles'
type Listed = Answer<typeof LIST>

/** Every stored battle of a player, the newest first. Without a valid tag the page makes no call. */
export function BattlesPage({ tag }: Pick<PageProps, 'tag'>) {
  if (normaliseTag(tag) === null) return <EntityFailure kind="player" tag={tag} error={null} />
  return <Battles key={tag} tag={tag} />
}

function Battles({ tag }: { tag: string }) {
  const first = useQuery(query(LIST, { params: { tag }, query: {} }))
  const name = first.data && plainName(first.data.name)
  useDocumentTitle(documentTitle(name ? t('battles.of', { name }) : t('battles.title')))
  if (!first.data && first.error) return <EntityFailure kind="player" tag={tag} error={first.error} />
  return (
    <div className="pb-10">
      <Heading tag={tag} listed={first.data} />
      <StaleNotice failure={first.data && first.error ? first.error.message : null} />
      {first.data ? (
        <Listing tag={tag} first={first.data} />
      ) : (
        <SkeletonGroup label={t('battles.loading')} count={8} className="grid gap-2" itemClassName="h-16 rounded-md" />
      )}
    </div>
  )
}

function Heading({ tag, listed }: { tag: string; listed: Listed | undefined }) {
  const params = { tag: tagInPath(tag) }
  return (
    <header className="mb-5">
      <nav aria-label={t('battles.breadcrumb')} className="text-sm">
        <ol className="flex flex-wrap items-center gap-x-2 text-mut">
          <li>
            <Link to="/browse/players" className="link inline-flex min-h-11 items-center">
              {t('ui.players')}
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li className="min-w-0">
            <Link to="/player/$tag" params={params} className="link inline-flex min-h-11 items-center">
              {listed ? <PlayerName name={listed.name} /> : tag}
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li aria-current="page">{t('battles.title')}</li>
        </ol>
      </nav>
      <h1 className="line-clamp-3 text-hero font-extrabold">
        {listed ? <Text id="battles.of" values={{ name: <PlayerName name={listed.name} /> }} /> : t('battles.title')}
      </h1>
      {listed && <Known listed={listed} />}
    </header>
  )
}

/** Since when battles are known, whether some are missing, and how current the list is. */
function Known({ listed }: { listed: Listed }) {
  const { coverage, last_updated } = listed
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 text-mut">
        {coverage.since && (
          <span>
            <Text
              id={coverage.missed ? 'battles.sinceGaps' : 'battles.since'}
              values={{ day: <LocalDay time={coverage.since} /> }}
            />
          </span>
        )}
        {coverage.missed && <ScoreExplain of="battles_known" />}
        <span className="text-sm">
          <Text id="battles.updated" values={{ time: <RelativeTime within time={last_updated} /> }} />
        </span>
      </div>
      <LastSeen seen={listed} />
    </>
  )
}

/** The pages after the first one, which begin where it ended. */
function useOlder(tag: string, next: string | null) {
  return useInfiniteQuery({
    queryKey: ['older battles', { params: { tag } }, next],
    queryFn: ({ pageParam: before, signal }): Promise<Listed> =>
      call(LIST, { params: { tag }, query: { before: before ?? undefined } }, { signal }),
    initialPageParam: next,
    getNextPageParam: (page) => page.next,
    enabled: false,
  })
}

function Listing({ tag, first }: { tag: string; first: Listed }) {
  const older = useOlder(tag, first.next)
  const battles = [first, ...(older.data?.pages ?? [])].flatMap((page) => page.battles)
  const hasMore = older.data ? older.hasNextPage : first.next !== null
  if (battles.length === 0) {
    return <EmptyState title={t('battles.empty')} hint={t('battles.emptyHint')} />
  }
  return (
    <>
      <BattleSessions tag={tag} battles={battles} />
      {older.error && (
        <SectionFailure
          title={t('battles.olderFailed')}
          message={older.error.message}
          onRetry={() => void older.fetchNextPage()}
          retrying={older.isFetching}
        />
      )}
      {hasMore && !older.error && (
        <Button variant="quiet" className="mt-4" busy={older.isFetching} onClick={() => void older.fetchNextPage()}>
          {t('battles.older')}
        </Button>
      )}
    </>
  )
}
