import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { abbreviate, thousands } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { type Answer, ApiError } from '#web/app/api-client.ts'
import { trackerTitle, useDocumentTitle } from '#web/app/document-title.ts'
import { clubAnalyticsQuery, clubQuery, heatmapQuery, memberScoresQuery, rosterQuery } from '#web/app/entity-queries.ts'
import type { PageProps } from '#web/app/page-props.ts'
import { useArt } from '#web/app/queries.ts'
import { buttonStyle } from '#web/ui/Button.tsx'
import { BelowPending, EntityHero, HeroPending, PageSections, useRefresh } from '#web/ui/EntityHero.tsx'
import { AnalyticsNotice, ErrorState, Highlight } from '#web/ui/Notice.tsx'
import { countryName } from '#web/ui/names.ts'
import { lazyPart } from '#web/ui/Skeleton.tsx'
import { useTimeframe } from '#web/ui/TimeframeChoice.tsx'
import { ClubOverview, HealthMetrics, TrophyProgression } from './ClubOverview.tsx'

const ClubDetails = lazyPart(() => import('./ClubDetails.tsx').then((file) => file.ClubDetails))

const SECTIONS = [
  ['overview', 'Overview'],
  ['trophies', 'Trophies'],
  ['health', 'Health'],
  ['attention', 'Attention'],
  ['scorecards', 'Scorecards'],
  ['activity', 'Activity'],
  ['top-performer', 'Top performer'],
  ['members', 'Members'],
  ['events', 'Events'],
] as const

/** Analytics of one club. The tag is canonical, with its `#`; of what is no tag nothing is asked. */
export function ClubPage({ tag }: Pick<PageProps, 'tag'>) {
  return normaliseTag(tag) === null ? <NoClub tag={tag} /> : <Club key={tag} tag={tag} />
}

function NoClub({ tag }: { tag: string }) {
  useDocumentTitle(trackerTitle())
  return <ClubFailure tag={tag} error={null} />
}

function Club({ tag }: { tag: string }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const [days, setDays] = useTimeframe()
  const [refreshing, refresh] = useRefresh(tag)
  // What the parts below need is asked for with the rest, not once their code is there.
  usePrefetchQuery(heatmapQuery(tag, days))
  usePrefetchQuery(memberScoresQuery(tag, days))
  usePrefetchQuery(rosterQuery(tag))
  useDocumentTitle(trackerTitle(club.data && plainName(club.data.name)))
  const lost = club.isError && (analytics.isError || isNotFound(club.error))
  if (!club.data && lost) return <ClubFailure tag={tag} error={club.error} onRetry={refresh} retrying={refreshing} />
  return (
    <div className="pb-10">
      {club.data && <ClubHeader club={club.data} onRefresh={refresh} refreshing={refreshing} />}
      {!club.data && club.isError && (
        <ClubFailure tag={tag} error={club.error} onRetry={refresh} retrying={refreshing} />
      )}
      {club.isPending && <HeroPending label="Loading the club" />}
      <PageSections sections={SECTIONS} />
      <div className="grid grid-cols-1 gap-4">
        <ClubAnalyticsNotice analytics={analytics.data} club={club.data} />
        <ClubOverview tag={tag} days={days} />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TrophyProgression tag={tag} days={days} onDays={setDays} />
          <HealthMetrics tag={tag} />
        </div>
        <Suspense fallback={<BelowPending />}>
          <ClubDetails tag={tag} days={days} onDays={setDays} />
        </Suspense>
      </div>
    </div>
  )
}

type Props = { club: Answer<'GET /api/browse/club/{tag}'>; onRefresh: () => void; refreshing: boolean }

function ClubHeader({ club, onRefresh, refreshing }: Props) {
  const { type, requiredTrophies, country } = club
  const art = useArt('club', club.badge_id)
  const facts = [
    { key: 'type', text: type === null ? null : clubType(type) },
    { key: 'required', text: requiredTrophies === null ? null : `needs ${thousands(requiredTrophies)} trophies` },
    { key: 'members', text: `${club.memberCount}/${CLUB_SIZE} members` },
    { key: 'country', text: country === null ? null : countryName(country) },
  ].filter(({ text }) => text !== null)
  return (
    <div className="grid gap-3">
      <EntityHero
        kind="Club"
        tag={club.tag}
        name={club.name}
        art={art}
        facts={facts}
        lastUpdated={club.last_updated}
        trackedSince={club.tracked_since}
        stale={club.stale}
        onRefresh={onRefresh}
        refreshing={refreshing}
      />
      {club.description && (
        <p dir="auto" className="line-clamp-6 max-w-prose text-mut">
          {club.description}
        </p>
      )}
    </div>
  )
}

const TYPES: Record<string, string> = { open: 'Open', inviteOnly: 'Invite only', closed: 'Closed' }

/** Members a club can hold in the game. */
const CLUB_SIZE = 30

/** A club's type as people say it; an unknown one stays as the game sends it. */
export function clubType(type: string): string {
  return TYPES[type] ?? type
}

type ClubAnalyticsNoticeProps = {
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined
  club: Answer<'GET /api/browse/club/{tag}'> | undefined
}

/** The answer first, in a sentence; below it, where history is short, why there is no more yet. */
function ClubAnalyticsNotice({ analytics, club }: ClubAnalyticsNoticeProps) {
  const sentence = analytics?.summary ?? (club ? clubSentence(club) : null)
  return (
    <>
      {sentence && <Highlight sentence={sentence} />}
      {analytics && !analytics.analytics_available && (
        <AnalyticsNotice
          reason={analytics.unavailable_reason}
          availableOn={analytics.available_on}
          observedDays={analytics.observed_days}
          what="member scores, health and the activity heatmap"
        />
      )}
    </>
  )
}

type ClubOfClubSentence = { memberCount: number; trophies: number }

/** What is known of a club in one sentence, where the analytics have none of their own yet. */
export function clubSentence({ memberCount, trophies }: ClubOfClubSentence): string {
  const members = `${memberCount} ${memberCount === 1 ? 'member' : 'members'}`
  return `This club has ${members} with ${abbreviate(trophies)} trophies together. What they do from now on is kept.`
}

type ClubFailureProps = {
  tag: string
  /** Null when the address holds no tag at all. */
  error: Error | null
  onRetry?: () => void
  retrying?: boolean
}

/** True when the server knows no such club. */
function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The page's own failure, with a way back; what nobody searched yet can be searched. */
function ClubFailure({ tag, error, onRetry, retrying = false }: ClubFailureProps) {
  const missing = error !== null && isNotFound(error)
  return (
    <ErrorState
      title={missing ? 'Club data not found' : 'Unable to load club analytics'}
      message={messageOf(tag, error)}
      {...(!missing && onRetry && { onRetry, retrying })}
    >
      {missing && (
        <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
          Search for this club
        </Link>
      )}
      <Link to="/browse/clubs" className={buttonStyle('outline')}>
        Browse other clubs
      </Link>
    </ErrorState>
  )
}

function messageOf(tag: string, error: Error | null): string {
  if (error === null) return 'Invalid search tag: a tag has 3 to 14 of the letters 0289PYLQGRJCUV.'
  return isNotFound(error) ? `Nobody has searched for ${tag} here yet. A search asks the game.` : error.message
}
