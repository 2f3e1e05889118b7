import { useMemo } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { brawlerName } from '#shared/game-names.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerAnalyticsQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { VictoryBars } from '#web/charts/VictoryBars.tsx'
import { WhenReached } from '#web/chrome/Forecast.tsx'
import { BrawlerLabel } from '#web/chrome/GamePictures.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { FOLDED_PAIRS } from '#web/ui/folded-pairs.ts'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { learningOf } from '#web/ui/learning.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber, ScoreBar } from '#web/ui/StatGrid.tsx'
import type { Column } from '#web/ui/TableTools.tsx'
import { Text } from '#web/ui/Text.tsx'
import { BestBrawlers } from './BestBrawlers.tsx'
import { ActivityAnalysis, PerformanceAnalytics } from './PerformanceAnalytics.tsx'
import { Milestones, TrophyChart } from './TrophyMilestones.tsx'

const PlayerBattles = lazySection(() => import('./PlayerBattles.tsx').then((file) => file.PlayerBattles), {
  pending: <Skeleton className="h-96 rounded-lg max-sm:h-14" />,
  className: 'col-span-full grid grid-cols-1',
})

const RankedCards = lazySection(() => import('./RankedCards.tsx').then((file) => file.RankedCards), {
  pending: (
    <>
      <Skeleton className="h-14 rounded-lg" />
      <Skeleton className="h-14 rounded-lg" />
    </>
  ),
  className: `lg:col-span-2 ${FOLDED_PAIRS}`,
})

const WHOLE_ROW = 'min-w-0 lg:col-span-2'

type DetailsProps = {
  tag: string
  days: Timeframe
  onDays: (days: Timeframe) => void
  /** Whether the chart continues the first card of the page on a wide screen, with the best brawlers beside it. */
  isOneCard: boolean
}

/** The parts of a player's page below the first screen; while nothing can be judged yet, only those that are certain. */
export function PlayerDetails({ tag, days, onDays, isOneCard }: DetailsProps) {
  const analytics = useQuery(playerAnalyticsQuery(tag))
  const isJudged = learningOf(analytics.data) === null
  // Without the card that stands beside them these two are as wide as a row.
  const alone = isJudged ? 'min-w-0' : WHOLE_ROW
  return (
    <>
      <div className={isOneCard ? 'contents' : 'part col-span-full'}>
        <TrophyChart tag={tag} days={days} onDays={onDays} isOneCard={isOneCard} />
      </div>
      <BestBrawlers tag={tag} className={isOneCard ? '' : 'col-span-full'} />
      <PlayerBattles tag={tag} days={days} onDays={onDays} />
      <div className={`col-span-full ${FOLDED_PAIRS}`}>
        {isJudged && <PerformanceAnalytics tag={tag} />}
        <div className={alone}>
          <VictoryStats tag={tag} />
        </div>
        <RankedCards tag={tag} days={days} />
        {isJudged && (
          <div className={WHOLE_ROW}>
            <ActivityAnalysis tag={tag} />
          </div>
        )}
        <WhenReached tag={tag} />
        {isJudged && <ClubContribution tag={tag} />}
        <Milestones tag={tag} />
        <div className={alone}>
          <BrawlerTable tag={tag} />
        </div>
      </div>
    </>
  )
}

/** Victories by mode, from the player's profile in the game. */
function VictoryStats({ tag }: { tag: string }) {
  const result = useQuery(playerQuery(tag))
  return (
    <AnalyticsCard
      title={t('player.victories')}
      id="victories"
      foldedWide
      fold={result.data ? <KnownNumber value={allVictories(result.data)} /> : ''}
      result={result}
      failure={t('player.failed')}
      loading={t('player.victoriesLoading')}
    >
      {(player) => (
        <>
          <p className="mb-3">
            <Text
              id="player.victoriesInAll"
              values={{
                victories: <KnownNumber value={allVictories(player)} />,
                b: (content) => <span className="text-2xl font-extrabold">{content}</span>,
                mut: (content) => <span className="text-mut">{content}</span>,
              }}
            />
          </p>
          <VictoryBars threeVsThree={player['3vs3Victories']} solo={player.soloVictories} duo={player.duoVictories} />
          <p className="mt-3 text-sm text-mut empty:hidden">{profileDay(player)}</p>
        </>
      )}
    </AnalyticsCard>
  )
}

type Seen = Pick<Answer<'GET /api/browse/player/{tag}'>, 'profile_updated' | 'last_updated'>

/** The day of the profile where it is older than what the page's head says, or that none was read yet. */
export function profileDay({ profile_updated: at, last_updated }: Seen): string {
  if (at === null) return t('player.victoriesLater')
  const day = at.slice(0, 10)
  return day < last_updated.slice(0, 10) ? t('player.lastTold', { day: shortDay(day) }) : ''
}

function allVictories(player: Answer<'GET /api/browse/player/{tag}'>): number | null {
  return sumOfKnown([player['3vs3Victories'], player.soloVictories, player.duoVictories])
}

/** The sum; null if any part is not known, as a sum without it would be wrong. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0)
}

/** The player's contribution score and rank in the club. */
function ClubContribution({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title={t('player.clubContribution')}
      id="contribution"
      foldedWide
      fold={result.data ? <Place {...result.data} /> : ''}
      action={<ScoreExplain of="contribution_score" />}
      result={result}
      failure={t('player.failed')}
      loading={t('player.contributionLoading')}
    >
      {({ club_contribution, resting, trophy_progression: { span_days } }) =>
        club_contribution ? (
          <Contribution {...club_contribution} resting={resting} span={span_days} />
        ) : (
          <EmptyState title={t('player.notInClub')} hint={t('player.notInClubHint')} />
        )
      }
    </AnalyticsCard>
  )
}

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>

/** The place in the club, as the figure of the folded card. */
function Place({ club_contribution: club, resting }: Pick<Analytics, 'club_contribution' | 'resting'>) {
  if (club === null) return <span>{t('ui.noClub')}</span>
  if (resting) return <span>{t('player.silent')}</span>
  if (club.rank_in_club === null) return <span>{t('score.learning')}</span>
  return (
    <span className="whitespace-nowrap">
      {t('player.placeOf', { place: club.rank_in_club, members: club.members_ranked })}
    </span>
  )
}

type ContributionProps = NonNullable<Analytics['club_contribution']> & {
  resting: boolean
  /** The days over which the player was seen, 30 at most. */
  span: number
}

function Contribution(contribution: ContributionProps) {
  const { club_tag, club_name, contribution_score, rank_in_club, members_ranked, resting, span } = contribution
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Monogram seed={club_tag} name={club_name} className="size-14 rounded-md" />
        <EntityLink
          to="/club/$tag"
          tag={club_tag}
          name={club_name}
          className="min-w-0 flex-[1_1_8rem] text-lg font-semibold"
          clipped
        />
        {rank_in_club !== null && !resting && (
          <p className="text-end">
            <Text
              id="player.placeOfMembers"
              values={{
                place: rank_in_club,
                members: members_ranked,
                b: (content) => <span className="text-2xl font-extrabold">{content}</span>,
                mut: (content) => <span className="block text-sm text-mut">{content}</span>,
              }}
            />
          </p>
        )}
      </div>
      {resting ? (
        <p className="text-mut">{t('player.placeSilent')}</p>
      ) : contribution_score === null ? (
        <p className="text-mut">{t('player.placeLearning')}</p>
      ) : (
        <dl>
          <ScoreBar label={t('player.contributionIn', { days: span })} score={contribution_score} />
        </dl>
      )}
    </>
  )
}

/** All brawlers of the player, those with the most trophies first. */
function BrawlerTable({ tag }: { tag: string }) {
  const result = useQuery(playerQuery(tag))
  const columns = useMemo(brawlerColumns, [])
  return (
    <AnalyticsCard
      title={t('player.brawlers')}
      id="brawlers"
      foldedWide
      fold={result.data?.brawlers.length || ''}
      result={result}
      failure={t('player.failed')}
      loading={t('player.brawlersLoading')}
      shape="h-96 rounded-md"
    >
      {({ brawlers }) =>
        brawlers.length === 0 ? (
          <EmptyState title={t('player.noBrawlers')} hint={t('player.brawlersLater')} />
        ) : (
          <SortableTable
            label={t('player.brawlersLabel')}
            columns={columns}
            rows={brawlers.toSorted(byTrophies)}
            rowKey={({ id }) => String(id)}
            filterBy={({ name }) => brawlerName(name)}
            filterLabel={t('player.filterBrawlers')}
            few={BRAWLERS_AT_FIRST}
            fileName={`player-${tagInPath(tag)}-brawlers`}
          />
        )
      }
    </AnalyticsCard>
  )
}

const BRAWLERS_AT_FIRST = 5

type Brawler = Answer<'GET /api/browse/player/{tag}'>['brawlers'][number]

function byTrophies(one: Brawler, other: Brawler): number {
  return (other.trophies ?? -1) - (one.trophies ?? -1)
}

const brawlerColumns = (): Column<Brawler>[] => [
  {
    id: 'name',
    header: t('player.brawler'),
    sortBy: ({ name }) => brawlerName(name),
    cell: ({ id, name }) => <BrawlerLabel id={id} name={name} />,
  },
  { ...numberColumn('trophies', t('ui.trophies'), ({ trophies }) => trophies), phone: 'lead' },
  numberColumn('power', t('player.power'), ({ power }) => power),
  { ...numberColumn('rank', t('player.rank'), ({ rank }) => rank), phone: 'none' },
  { ...numberColumn('highest', t('player.highest'), ({ highestTrophies }) => highestTrophies), phone: 'none' },
  { ...numberColumn('missing', t('player.toBest'), toBest), phone: 'none' },
]

function numberColumn(id: string, header: string, read: (brawler: Brawler) => number | null): Column<Brawler> {
  return { id, header, numeric: true, sortBy: read, cell: (brawler) => <KnownNumber value={read(brawler)} /> }
}

/** Trophies that the brawler lacks to its own best; 0 at the best. */
function toBest({ trophies, highestTrophies }: Brawler): number | null {
  return trophies === null || highestTrophies === null ? null : Math.max(0, highestTrophies - trophies)
}
