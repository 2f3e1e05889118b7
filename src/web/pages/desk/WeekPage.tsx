import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { Link } from '#web/router/Link.tsx'
import { EntityLink, Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'

const WeekFacts = lazySection(() => import('./WeekFacts.tsx').then((file) => file.WeekFacts), {
  pending: <Skeleton className="h-120 rounded-lg" />,
})

/** The report of a club's week at its permanent address: for everybody once it is published, before that for its leaders. */
export function WeekPage({ tag, raw }: Pick<PageProps, 'tag' | 'raw'>) {
  const club = normaliseTag(tag)
  const date = /^\d{4}-\d{2}-\d{2}$/.exec(String(raw.date))?.[0]
  if (club === null || date === undefined) return <NoWeek message={t('desk.badWeek')} club={club} />
  return <Week tag={club} date={date} />
}

function Week({ tag, date }: { tag: string; date: string }) {
  const { isAuthenticated } = useSession()
  const published = useQuery(query('GET /api/browse/club/{tag}/weeks/{date}', { params: { tag, date } }))
  const own = useQuery({
    ...query('GET /api/desk/{tag}/weeks/{date}', { params: { tag, date } }, 'moments'),
    enabled: isAuthenticated && published.isError,
  })
  const week = published.data ?? own.data
  useDocumentTitle(documentTitle(week ? t('desk.weekOf', { club: nameOrTag(week.club_name, tag) }) : t('desk.week')))
  if (week === undefined) {
    if (published.isPending || own.isLoading) return <WeekPending />
    if (isUnknownEntity(published.error)) return <NoWeek club={tag} message={t('desk.notPublished')} />
    return (
      <ErrorState
        wholePage
        title={t('desk.weekFailed')}
        message={published.error?.message}
        onRetry={() => void published.refetch()}
        retrying={published.isFetching}
      />
    )
  }
  return (
    <div className="mx-auto max-w-3xl pb-10">
      <header className="mb-4 flex items-center gap-3.5">
        <Monogram seed={tag} name={nameOrTag(week.club_name, tag)} className="size-14 rounded-md" />
        <div className="min-w-0">
          <h1 className="text-2xl font-extrabold">
            <Text
              id="desk.theWeekOf"
              values={{ club: <EntityLink to="/club/$tag" tag={tag} name={week.club_name} /> }}
            />
          </h1>
          {!week.published && <p className="text-sm text-warn">{t('desk.privatePage')}</p>}
        </div>
      </header>
      <WeekFacts week={week} />
    </div>
  )
}

function WeekPending() {
  return (
    <div role="status" aria-label={t('desk.weekLoading')} className="mx-auto grid max-w-3xl gap-4">
      <Skeleton className="h-14 rounded-lg" />
      <Skeleton className="h-120 rounded-lg" />
    </div>
  )
}

function NoWeek({ message, club }: { message: string; club: string | null }) {
  return (
    <ErrorState wholePage title={t('desk.noReport')} message={message}>
      {club !== null && (
        <Link to="/club/$tag" params={{ tag: tagInPath(club) }} className={buttonStyle('outline')}>
          {t('desk.clubPage')}
        </Link>
      )}
    </ErrorState>
  )
}
