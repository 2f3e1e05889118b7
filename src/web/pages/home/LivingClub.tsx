import type { ReactNode } from 'react'
import { activeShare, activityText } from '#shared/bands.ts'
import { weekSentence } from '#shared/club-sentence.ts'
import { DEFAULT_TIMEFRAME } from '#shared/days.ts'
import { abbreviate, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { periodWords } from '#shared/review.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { useQuery, useSite } from '#web/app/queries.ts'
import { Pod, podOf } from '#web/chrome/Pod.tsx'
import { ReviewLink } from '#web/chrome/ReviewLink.tsx'
import { movesOf, Week } from '#web/chrome/Week.tsx'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatGrid } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

/** What a visitor may want to know of a club, and the section of its page that tells it. */
const QUESTIONS = [
  ['club.look', 'attention'],
  ['home.hours', 'hours'],
  ['club.navScores', 'scorecards'],
  ['club.similar', 'similar'],
] as const

type Props = {
  tag: string
  /** Stands here where not all of it can be had. */
  otherwise: ReactNode
}

/** A tracked club as it is now, in place of a list of features: its week, its pod and what else its page tells. */
export function LivingClub({ tag, otherwise }: Props) {
  const club = useQuery(clubQuery(tag))
  const figures = useQuery(clubAnalyticsQuery(tag))
  const rated = useQuery(memberScoresQuery(tag, DEFAULT_TIMEFRAME))
  if ([club, figures, rated].some(({ isLoadingError }) => isLoadingError)) return otherwise
  const [analytics, scores] = [figures.data, rated.data]
  if (!club.data || !analytics || !scores) return <Skeleton className="h-160 rounded-lg" />
  const name = nameOrTag(club.data.name, tag)
  const sentence = weekSentence(analytics)
  const pod = podOf(club.data.members, analytics, scores.member_scores)
  const more = (
    <ul className="flex flex-wrap gap-2">
      {QUESTIONS.map(([question, section]) => (
        <li key={section} className={section === 'similar' ? 'max-sm:hidden' : ''}>
          <Link
            to="/club/$tag"
            params={{ tag: tagInPath(tag) }}
            hash={section}
            className="inline-flex min-h-11 items-center rounded-full border border-line px-3 text-sm text-ink no-underline hover:bg-raise"
          >
            {t(question)}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <article aria-label={name} className="grid grid-cols-1 gap-4 rounded-lg border border-edge bg-card p-3.5 sm:p-4.5">
      <div className="flex flex-wrap items-center gap-3">
        <Monogram seed={tag} name={name} className="size-12 rounded-md" />
        <div className="min-w-0 flex-1">
          <PlayerName name={name} className="block truncate text-lg leading-tight font-semibold" />
          <p className="text-sm text-mut">{t('home.members', { count: club.data.memberCount })}</p>
        </div>
        <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline', 'shrink-0')}>
          <Text id="home.open" values={{ name: <PlayerName name={name} />, said: saidOnly }} />
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[2fr_3fr]">
        <div className="grid grid-cols-1 content-between gap-4">
          {sentence && <Week sentence={sentence} {...movesOf(analytics.club_health_metrics)} leads />}
          <div className="max-lg:hidden">
            <Figures club={club.data} analytics={analytics} />
          </div>
          <div className="max-lg:hidden">{more}</div>
        </div>
        <div>
          <Pod pod={pod} />
        </div>
        <div className="lg:hidden">{more}</div>
      </div>
    </article>
  )
}

type FiguresProps = {
  club: Pick<Answer<'GET /api/browse/club/{tag}'>, 'trophies'>
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'>
}

/** How big the club is, and how many of it play. */
function Figures({ club, analytics }: FiguresProps) {
  const { active_members: active, members_known_7d: known } = analytics.member_performance_summary
  const share = activeShare(analytics.club_health_metrics.activity_score, active, known)
  const small = (content: ReactNode) => <span className="text-xl font-semibold text-mut">{content}</span>
  const trophies = { label: t('club.clubTrophies'), value: abbreviate(club.trophies) }
  if (active === null || known === null || share === null) return <StatGrid stats={[trophies]} />
  const value = <Text id="club.activeOf" values={{ active: formatThousands(active), known, small }} />
  return (
    <StatGrid
      stats={[
        trophies,
        { label: t('club.active'), value, note: t('club.activeShare', { share: activityText(share) }) },
      ]}
    />
  )
}

/** A season in review that the example club has shared; nothing where there is none. */
export function SeasonExample() {
  const { example_club_tag } = useSite()
  const { data: shown } = useQuery({ ...clubQuery(example_club_tag ?? ''), enabled: example_club_tag !== null })
  if (!shown?.latest_review) return null
  return (
    <ReviewLink kind="club" tag={shown.tag} period={shown.latest_review}>
      <span className="block font-semibold">{t('home.season')}</span>
      <span className="dotted block text-sm text-mut">
        <bdi className="inline-block">{nameOrTag(shown.name, shown.tag)}</bdi>{' '}
        <span className="inline-block">{periodWords(shown.latest_review)}</span>
      </span>
    </ReviewLink>
  )
}
