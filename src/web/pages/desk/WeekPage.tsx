import { useState } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
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

/** A report: as it was published, else as the club's leaders see it. In the demo anybody may try the example's desk. */
function useWeek(tag: string, date: string) {
  const { isLoading, isAuthenticated } = useSession()
  const { example_club_tag: example } = useSite()
  const published = useQuery(query('GET /api/browse/club/{tag}/weeks/{date}', { params: { tag, date } }))
  const own = useQuery({
    ...query('GET /api/desk/{tag}/weeks/{date}', { params: { tag, date } }, 'moments'),
    enabled: !isLoading && (isAuthenticated || example === tag) && published.isError,
  })
  return { published, own, week: published.data ?? own.data }
}

function Week({ tag, date }: { tag: string; date: string }) {
  const { published, own, week } = useWeek(tag, date)
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
      />
    )
  }
  return (
    <div className="pb-10">
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
    <div role="status" aria-label={t('desk.weekLoading')} className="grid gap-4">
      <Skeleton className="h-14 rounded-lg" />
      <Skeleton className="h-120 rounded-lg" />
    </div>
  )
}

/** This week's Monday, from which on there is a report of the week before, as far as the browser's clock tells. */
function lastMonday(): string {
  const monday = new Date()
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return monday.toISOString().slice(0, 10)
}

/** A way to the newest report, where there is one to see. */
function Latest({ club }: { club: string }) {
  const [date] = useState(lastMonday)
  const { week } = useWeek(club, date)
  if (week === undefined) return null
  return (
    <Link to="/week/$tag" params={{ tag: tagInPath(club) }} search={{ date }} className={buttonStyle()}>
      {t('desk.latestReport')}
    </Link>
  )
}

function NoWeek({ message, club }: { message: string; club: string | null }) {
  const served = useServed()
  return (
    <ErrorState wholePage title={t('desk.noReport')} message={message}>
      {club !== null && !served && <Latest club={club} />}
      {club !== null && (
        <Link to="/club/$tag" params={{ tag: tagInPath(club) }} className={buttonStyle('outline')}>
          {t('desk.clubPage')}
        </Link>
      )}
    </ErrorState>
  )
}
