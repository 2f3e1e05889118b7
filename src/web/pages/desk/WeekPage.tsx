import { type ReactNode, useState } from 'react'
import { addDays, calendarDay } from '#shared/days.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type PageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { clubQuery } from '#web/app/entity-queries.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { EntityFailure, isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { dayLabel, shortDay } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { Text } from '#web/ui/Text.tsx'

const WeekFacts = lazySection(() => import('./WeekFacts.tsx').then((file) => file.WeekFacts), {
  pending: <Skeleton className="h-120 rounded-lg" />,
})

/**
 * The report of a club's week at its permanent address: for everybody once it is published, before that for its leaders.
 * Without a date it is the newest report.
 */
export function WeekPage({ tag, raw }: Pick<PageProps, 'tag' | 'raw'>) {
  const club = normaliseTag(tag)
  const date = dayIn(raw.date)
  if (club === null) return <EntityFailure kind="club" tag={tag} error={null} />
  return date === undefined ? <NewestWeek tag={club} /> : <Week key={date} tag={club} date={date} />
}

function dayIn(text: unknown): string | undefined {
  try {
    return calendarDay(/^2\d{3}-.*/.exec(String(text))?.[0] ?? '')
  } catch {
    return
  }
}

/** Whether this visitor may read reports that are not published. In the demo anybody may try the example's desk. */
function useMayReadAll(tag: string): boolean {
  const { isLoading, isAuthenticated } = useSession()
  const { example_club_tag: example } = useSite()
  return !isLoading && (isAuthenticated || example === tag)
}

const publishedQuery = (tag: string, date: string) =>
  query('GET /api/browse/club/{tag}/weeks/{date}', { params: { tag, date } })

/** A report: as it was published, else as the club's leaders see it. */
function useWeek(tag: string, date: string) {
  const mayReadAll = useMayReadAll(tag)
  const published = useQuery(publishedQuery(tag, date))
  const own = useQuery({
    ...query('GET /api/desk/{tag}/weeks/{date}', { params: { tag, date } }, 'moments'),
    enabled: mayReadAll && published.isLoadingError,
  })
  return { published, own, week: published.data ?? own.data }
}

/** The weeks that leaders may open, the newest first; none for anybody else. */
function useWeekList(tag: string) {
  const mayReadAll = useMayReadAll(tag)
  const list = useQuery({
    ...query('GET /api/desk/{tag}/weeks', { params: { tag } }, 'moments'),
    enabled: mayReadAll,
  })
  return { weeks: list.data?.weeks.map(({ date }) => date) ?? [], waits: list.isLoading }
}

/** Last week's report where it is published; else the newest that this visitor may open. */
function NewestWeek({ tag }: { tag: string }) {
  const served = useServed()
  const { isLoading } = useSession()
  const club = useQuery(clubQuery(tag))
  const [monday] = useState(lastMonday)
  // The server does not ask: which week is the newest depends on who looks, and the page is kept for all.
  const published = useQuery({ ...publishedQuery(tag, monday), enabled: !served })
  const { weeks, waits } = useWeekList(tag)
  if (isUnknownEntity(club.error)) return <EntityFailure kind="club" tag={tag} error={club.error} />
  const isOpen = published.data !== undefined
  if (published.isPending || (!isOpen && (isLoading || waits))) {
    return <WeekPending tag={tag} name={club.data?.name} />
  }
  const date = isOpen ? monday : (weeks[0] ?? monday)
  return <Week key={date} tag={tag} date={date} name={club.data?.name} />
}

/** `name` is the club's, where it is known already. */
function Week({ tag, date, name }: { tag: string; date: string; name?: string | undefined }) {
  const { published, own, week } = useWeek(tag, date)
  const { weeks, waits } = useWeekList(tag)
  useDocumentTitle(documentTitle(week ? t('desk.weekOf', { club: nameOrTag(week.club_name, tag) }) : t('desk.week')))
  if (week === undefined) {
    if (published.isPending || own.isLoading || waits) return <WeekPending tag={tag} name={name} />
    if (isUnknownEntity(published.error)) return <NoWeek tag={tag} date={date} weeks={weeks} />
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
      <WeekHead tag={tag} name={week.club_name}>
        {!week.published && <p className="text-sm text-warn">{t('desk.privatePage')}</p>}
      </WeekHead>
      <WeekFacts week={week} />
      <WeekLinks tag={tag} weeks={weeks} shown={date} className="mt-6" />
    </div>
  )
}

type HeadProps = { tag: string; name: string; children?: ReactNode }

function WeekHead({ tag, name, children }: HeadProps) {
  return (
    <header className="mb-4 flex items-center gap-3.5">
      <Monogram seed={tag} name={nameOrTag(name, tag)} className="size-14 rounded-md" />
      <div className="min-w-0">
        <h1 className="text-2xl font-extrabold">
          <Text id="desk.theWeekOf" values={{ club: <EntityLink to="/club/$tag" tag={tag} name={name} /> }} />
        </h1>
        {children}
      </div>
    </header>
  )
}

/** The seven days before a Monday. `toDay` writes the last of them, and the first where it is of another year. */
function spanOf(date: string, toDay: (day: string) => string = dayLabel): string {
  const from = addDays(calendarDay(date), -7)
  const fromDay = from.slice(0, 4) === yearOf(date) ? dayLabel : toDay
  return t('desk.span', { from: fromDay(from), until: toDay(addDays(calendarDay(date), -1)) })
}

type LinksProps = { tag: string; weeks: readonly string[]; shown: string; className: string }

/** As many as two rows have room for. */
const NEWEST = 6

const CHIP = 'flex min-h-11 items-center rounded-full border px-3.5 text-sm'

/** A way to each week of which there is a report: to the newest ones and the shown one, on a press to all. */
function WeekLinks({ tag, weeks, shown, className }: LinksProps) {
  const [all, setAll] = useState(false)
  const [newest] = weeks
  if (newest === undefined) return null
  const listed = weeks.filter((date, place) => all || place < NEWEST || date === shown)
  return (
    <nav aria-label={t('desk.weeks')} className={className}>
      <ul className="flex gap-2 overflow-x-auto py-0.5 fade-end sm:flex-wrap">
        {listed.map((date) => (
          <li key={date} className="shrink-0">
            <Link
              to="/week/$tag"
              params={{ tag: tagInPath(tag) }}
              search={{ date }}
              aria-current={date === shown ? 'page' : undefined}
              className={`${CHIP} no-underline ${date === shown ? 'border-acc bg-acc font-semibold text-onacc' : 'border-line text-mut hover:text-ink'}`}
            >
              {spanOf(date, yearOf(date) === yearOf(newest) ? dayLabel : shortDay)}
            </Link>
          </li>
        ))}
        {listed.length < weeks.length && (
          <li className="shrink-0">
            <button type="button" onClick={() => setAll(true)} className={`${CHIP} border-line text-acc`}>
              {t('desk.showMore')}
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** The year of the week's last day. */
const yearOf = (date: string) => addDays(calendarDay(date), -1).slice(0, 4)

function WeekPending({ tag, name }: { tag: string; name: string | undefined }) {
  return (
    <>
      {name !== undefined && <WeekHead tag={tag} name={name} />}
      <div role="status" aria-label={t('desk.weekLoading')} className="grid gap-4">
        {name === undefined && <Skeleton className="h-14 rounded-lg" />}
        <Skeleton className="h-120 rounded-lg" />
        <noscript>{t('desk.needsScript')}</noscript>
      </div>
    </>
  )
}

/** This week's Monday, from which on there is a report of the week before, as far as the browser's clock tells. */
function lastMonday(): string {
  const monday = new Date()
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return monday.toISOString().slice(0, 10)
}

type LatestProps = { tag: string; date: string }

function Latest({ tag, date }: LatestProps) {
  return (
    <Link to="/week/$tag" params={{ tag: tagInPath(tag) }} search={{ date }} className={buttonStyle()}>
      {t('desk.latestReport')}
    </Link>
  )
}

/** A way to the newest report, where it is published; `not` is the week in which there is none. */
function LatestPublished({ tag, not }: { tag: string; not: string }) {
  const [date] = useState(lastMonday)
  const { week } = useWeek(tag, date)
  return week === undefined || date === not ? null : <Latest tag={tag} date={date} />
}

type NoWeekProps = { tag: string; date: string; weeks: readonly string[] }

/** Says of whom and of which week there is nothing, and leads to the weeks that there are. */
function NoWeek({ tag, date, weeks }: NoWeekProps) {
  const served = useServed()
  const club = useQuery(clubQuery(tag))
  if (isUnknownEntity(club.error)) return <EntityFailure kind="club" tag={tag} error={club.error} />
  return (
    <div className="pb-10">
      <WeekHead tag={tag} name={club.data?.name ?? ''}>
        <p className="text-mut">{spanOf(date, shortDay)}</p>
      </WeekHead>
      <WeekLinks tag={tag} weeks={weeks} shown={date} className="mb-4" />
      <EmptyState failed title={t('desk.noReport')} hint={t('desk.notPublished')}>
        {weeks[0] ? <Latest tag={tag} date={weeks[0]} /> : !served && <LatestPublished tag={tag} not={date} />}
        <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline')}>
          {t('desk.clubPage')}
        </Link>
      </EmptyState>
    </div>
  )
}
