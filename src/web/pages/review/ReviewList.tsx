import type { ReactNode } from 'react'
import { dayOf } from '#shared/days.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { periodWords, REVIEW_DAYS, reviewPeriod, SEASON_DAYS } from '#shared/review.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { clubQuery, playerQuery } from '#web/app/entity-queries.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { EntityFailure } from '#web/chrome/EntityFailure.tsx'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { firstReadyDay, newestReady, readyDay } from './ready-day.ts'
import { type Of, ownQuery, sharedQuery, useMayOwn } from './review-queries.ts'
import { skyOf } from './sky.ts'

const CardsOutline = lazySection(() => import('./ReviewCards.tsx').then((file) => file.CardsOutline), {
  pending: <Skeleton className="h-80 rounded-lg" />,
})

const Glimpse = lazySection(() => import('./ReviewGlimpse.tsx').then((file) => file.Glimpse), {
  pending: <Skeleton className="h-40 rounded-md" />,
  className: 'flex flex-1 flex-col',
})

const Sketch = lazySection(() => import('./ReviewGlimpse.tsx').then((file) => file.Sketch), {
  pending: <Skeleton className="h-96 rounded-lg" />,
})

/** A period of the list. `isPublic`: everybody sees its cards as they were shared; otherwise its owner as they are now. */
type Listed = { period: string; isPublic: boolean; shared_at: string | null; available: boolean; seen: number }

/** What is shared, and for the owner all periods of which there is or will be a review. */
export function ReviewList({ kind, tag }: Of) {
  const shared = useQuery(query(`GET /api/browse/${kind}/{tag}/reviews`, { params: { tag } }))
  const own = useQuery({
    ...(kind === 'player'
      ? query('GET /api/desk/players/{player}/reviews', { params: { player: tag } }, 'moments')
      : query('GET /api/desk/{tag}/reviews', { params: { tag } }, 'moments')),
    enabled: useMayOwn({ kind, tag }),
  })
  // What everybody sees stays where it is while the owner's list is read: somebody may be about to press it.
  if (shared.isPending || (own.isLoading && !shared.data?.reviews.length)) return <ReviewPending />
  if (shared.error && !own.data) return <EntityFailure kind={kind} tag={tag} error={shared.error} />
  const all = listOf(own.data?.periods ?? [], shared.data?.reviews ?? [])
  const listed = newestSeasonFirst(all.filter(({ available }) => available))
  const tooFew = all.filter(({ available }) => !available)
  return (
    <div className="pb-10">
      <Heading kind={kind} tag={tag} />
      <ul className="grid gap-3 empty:hidden sm:grid-cols-2">
        {listed.map((each, place) => (
          // The first is a poster, and no place beside the others stays empty.
          <li key={each.period} className={place < 2 - (listed.length % 2) ? 'sm:col-span-2' : ''}>
            <Period kind={kind} tag={tag} {...each} isNew={place < GLIMPSES} isFirst={place === 0}>
              {each.shared_at === null ? t(NOT_SHARED[kind]) : t('review.sharedOn', { day: shortDay(each.shared_at) })}
            </Period>
          </li>
        ))}
        {tooFew.map((each) => (
          <li key={each.period} className="sm:col-span-2">
            <TooFew kind={kind} tag={tag} {...each} />
          </li>
        ))}
      </ul>
      {all.length === 0 && <Nothing kind={kind} tag={tag} />}
      {listed.length === 0 && <WhatItShows kind={kind} tag={tag} />}
    </div>
  )
}

type Periods = readonly { period: string; observed_days: number; available: boolean; shared_at: string | null }[]

function listOf(own: Periods, shared: readonly { period: string; shared_at: string }[]): Listed[] {
  const publicSince = new Map(shared.map((each) => [each.period, each.shared_at]))
  const mine = own.map(({ period, available, shared_at, observed_days: seen }) => {
    const isPublic = publicSince.has(period)
    const since = publicSince.get(period) ?? shared_at
    return { period, isPublic, shared_at: since, available: available || isPublic, seen }
  })
  const others = shared.filter(({ period }) => !own.some((each) => each.period === period))
  return [
    ...mine,
    ...others.map(({ period, shared_at }) => ({ period, isPublic: true, shared_at, available: true, seen: 0 })),
  ]
}

/** A season tells more than its year, which is newer while it runs. */
function newestSeasonFirst(listed: readonly Listed[]): Listed[] {
  const first = listed.find(({ period }) => period.length > 4) ?? listed[0]
  return first === undefined ? [...listed] : [first, ...listed.filter((each) => each !== first)]
}

/** The newest periods that show a card of their review. They are few, since each card is a call. */
const GLIMPSES = 6

const NOT_SHARED: Record<EntityType, PlainTextId> = { player: 'review.onlyYou', club: 'review.notYet' }

/** Whose reviews these are. */
function Heading({ kind, tag }: Of) {
  const name = nameOrTag(useSubject({ kind, tag })?.name ?? '', tag)
  return (
    <header className="mb-4 flex items-center gap-3.5">
      <Monogram seed={tag} name={name} className="size-14 rounded-md" />
      <div className="min-w-0">
        <h1 className="text-2xl font-extrabold max-sm:text-xl">{t('share.review')}</h1>
        <EntityLink to={kind === 'club' ? '/club/$tag' : '/player/$tag'} tag={tag} name={name} className="text-lg" />
      </div>
    </header>
  )
}

/** Whose reviews they are, as their page tells. */
function useSubject({ kind, tag }: Of) {
  const club = useQuery({ ...clubQuery(tag), enabled: kind === 'club' })
  const player = useQuery({ ...playerQuery(tag), enabled: kind === 'player' })
  return (kind === 'club' ? club : player).data
}

/** A period of which there are no cards, what they would need, and when they come while it runs. */
function TooFew({ period, seen, ...of }: Of & Listed) {
  const isYear = period.length === 4
  const subject = useSubject(of)
  const about = reviewPeriod(period)
  const ready = subject && about && readyDay(about, dayOf(new Date(subject.tracked_since)))
  const isAhead = ready && subject && ready > dayOf(new Date(subject.last_updated))
  return (
    <div className="flex flex-wrap gap-x-3 px-5 text-sm text-mut">
      <p className="font-semibold">{periodWords(period)}</p>
      <p>{isYear || seen < SEASON_DAYS ? t('review.tooFew') : t('review.tooFewBefore')}</p>
      <p>
        {isYear
          ? t('review.yearNeeds', { days: REVIEW_DAYS })
          : t('review.seasonNeeds', { days: SEASON_DAYS, all: REVIEW_DAYS })}
      </p>
      {isAhead && <p className="font-semibold text-ink">{t('ui.expectedOn', { day: shortDay(ready) })}</p>}
    </div>
  )
}

type PeriodProps = Of & Pick<Listed, 'period' | 'isPublic'> & { isNew: boolean; isFirst: boolean; children: ReactNode }

/** Leads to the cards of a review. A new one shows the foremost of them, the first one the others too. */
function Period({ kind, tag, period, isPublic, isNew, isFirst, children }: PeriodProps) {
  const shared = useQuery({ ...sharedQuery({ kind, tag }, period), enabled: isNew && isPublic })
  const own = useQuery({ ...ownQuery({ kind, tag }, period), enabled: isNew && !isPublic })
  const { data, isPending } = isPublic ? shared : own
  const isWaiting = isNew && isPending
  return (
    <Link
      to={kind === 'club' ? '/club/$tag/review' : '/player/$tag/review'}
      params={{ tag: tagInPath(tag) }}
      search={{ period }}
      className={`flex flex-col overflow-hidden rounded-lg border border-edge bg-card p-5 no-underline hover:border-line hover:bg-raise ${data || isWaiting ? 'h-full' : ''}`}
      style={isFirst ? skyOf(tag) : undefined}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3.5">
        <span className={isFirst ? 'text-xl font-extrabold' : 'font-semibold'}>{periodWords(period)}</span>
        <span className="text-sm text-mut">{children}</span>
      </span>
      {data && <Glimpse review={data} isFirst={isFirst} />}
      {isWaiting && <Skeleton className="mt-3 h-40 rounded-md" />}
    </Link>
  )
}

/** Whose they are finds a way to them here, and everybody else when there will be one. */
function Nothing(of: Of) {
  const { kind } = of
  return (
    <section className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-dashed border-line p-4 sm:px-5">
      <LoneDolphin className="h-12 w-20 shrink-0" />
      <div className="min-w-0 flex-[1_1_10rem]">
        <Next {...of} />
        <p className="mt-1 text-sm text-mut">{kind === 'club' ? t('review.clubHint') : t('review.playerHint')}</p>
      </div>
      <Link to="/desk" className={buttonStyle('primary', 'max-sm:w-full')}>
        {kind === 'club' ? t('desk.yours') : t('dashboard.linkPlayer')}
      </Link>
    </section>
  )
}

/** The newest season that has a review, or the day from which on there will be one. */
function Next(of: Of) {
  const subject = useSubject(of)
  const large = 'text-lg leading-tight font-semibold'
  if (!subject) return <p className={large}>{t('review.nothing')}</p>
  const [since, today] = [dayOf(new Date(subject.tracked_since)), dayOf(new Date(subject.last_updated))]
  const ready = firstReadyDay(since)
  if (ready && ready > today) return <p className={large}>{t('review.firstOn', { day: shortDay(ready) })}</p>
  const season = newestReady(since, today)
  if (season === null) return <p className={large}>{t('review.nothing')}</p>
  return (
    <>
      <p className="text-sm text-mut">{t('review.notYet')}</p>
      <p className={large}>{periodWords(season.name)}</p>
    </>
  )
}

/** What a review is: of a player with own figures, of a club a season that the example club has shared. */
function WhatItShows({ kind, tag }: Of) {
  return (
    <>
      <h2 className="mt-6 mb-3 text-lg font-semibold">{t('review.outline')}</h2>
      {kind === 'player' ? <Sketch tag={tag} /> : <ExampleClub />}
    </>
  )
}

/** A season of the example club, or drawings of the cards where there is none. */
function ExampleClub() {
  const { example_club_tag } = useSite()
  const tag = example_club_tag ?? ''
  const example = useQuery({ ...clubQuery(tag), enabled: example_club_tag !== null })
  const period = example.data?.latest_review
  if (example.isLoading) return <Skeleton className="h-80 rounded-lg" />
  if (!example.data || !period) return <CardsOutline kind="club" />
  return (
    <Period kind="club" tag={tag} period={period} isPublic isNew isFirst>
      <bdi>{nameOrTag(example.data.name, tag)}</bdi>
    </Period>
  )
}

export function ReviewPending() {
  return (
    <div role="status" aria-label={t('review.loading')} className="grid gap-4">
      <Skeleton className="h-14 rounded-lg" />
      <Skeleton className="h-120 rounded-lg" />
    </div>
  )
}
