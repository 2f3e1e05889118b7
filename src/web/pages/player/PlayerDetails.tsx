import type { Timeframe } from '#shared/days.ts'
import { brawlerName } from '#shared/game-names.ts'
import { count } from '#shared/number-format.ts'
import { tagInPath } from '#shared/tag.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerAnalyticsQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { VictoryBars } from '#web/charts/VictoryBars.tsx'
import { WhenReached } from '#web/chrome/Forecast.tsx'
import { BrawlerLabel } from '#web/chrome/GamePictures.tsx'
import { EntityLink, Monogram } from '#web/ui/Avatar.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, learningOf } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber, ScoreBar } from '#web/ui/StatGrid.tsx'
import type { Column } from '#web/ui/TableTools.tsx'
import { BestBrawlers } from './BestBrawlers.tsx'
import { ActivityAnalysis, PerformanceAnalytics } from './PerformanceAnalytics.tsx'
import { Milestones, TrophyChart } from './TrophyMilestones.tsx'

const PlayerBattles = lazySection(() => import('./PlayerBattles.tsx').then((file) => file.PlayerBattles), {
  pending: <Skeleton className="h-160 rounded-lg max-sm:h-14" />,
})

const RankedCards = lazySection(() => import('./RankedCards.tsx').then((file) => file.RankedCards), {
  pending: <Skeleton className="col-span-full h-120 rounded-lg max-sm:h-28" />,
  className: 'grid grid-cols-1 items-start gap-3 sm:gap-4 lg:grid-cols-2',
})

type DetailsProps = { tag: string; days: Timeframe; onDays: (days: Timeframe) => void }

/** The parts of a player's page below the first screen; while nothing can be judged yet, only those that are certain. */
export function PlayerDetails({ tag, days, onDays }: DetailsProps) {
  const analytics = useQuery(playerAnalyticsQuery(tag))
  const isJudged = learningOf(analytics.data) === null
  return (
    <>
      <BestBrawlers tag={tag} />
      <TrophyChart tag={tag} days={days} onDays={onDays} />
      <div className={`grid gap-4 ${isJudged ? 'lg:grid-cols-2' : ''}`}>
        {isJudged && <PerformanceAnalytics tag={tag} />}
        <VictoryStats tag={tag} />
      </div>
      <RankedCards tag={tag} days={days} />
      <WhenReached tag={tag} />
      <PlayerBattles tag={tag} days={days} onDays={onDays} />
      {isJudged && <ActivityAnalysis tag={tag} />}
      <div className={`grid gap-4 ${isJudged ? 'lg:grid-cols-2' : ''}`}>
        {isJudged && <ClubContribution tag={tag} />}
        <Milestones tag={tag} />
      </div>
      <BrawlerTable tag={tag} />
    </>
  )
}

/** Victories by mode, from the player's profile in the game. */
function VictoryStats({ tag }: { tag: string }) {
  const result = useQuery(playerQuery(tag))
  return (
    <AnalyticsCard
      title="Victories"
      id="victories"
      fold={result.data ? <KnownNumber value={allVictories(result.data)} /> : ''}
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the victories"
    >
      {(player) => (
        <>
          <p className="mb-4">
            <span className="text-2xl font-extrabold">
              <KnownNumber value={allVictories(player)} />
            </span>{' '}
            <span className="text-mut">victories in all</span>
          </p>
          <VictoryBars threeVsThree={player['3vs3Victories']} solo={player.soloVictories} duo={player.duoVictories} />
          <p className="mt-4 text-sm text-mut">
            {player.profile_updated ? (
              <span>
                From the profile, read <RelativeTime within time={player.profile_updated} />
              </span>
            ) : (
              <span>Known from the club’s list only. Victories come with the profile.</span>
            )}
          </p>
        </>
      )}
    </AnalyticsCard>
  )
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
      title="Club contribution"
      id="contribution"
      foldedWide
      fold={result.data ? <Place {...result.data} /> : ''}
      action={<ScoreExplain of="contribution_score" />}
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the club contribution"
    >
      {({ club_contribution, resting, trophy_progression: { span_days } }) =>
        club_contribution ? (
          <Contribution {...club_contribution} resting={resting} span={span_days} />
        ) : (
          <EmptyState title="Not in a club" hint="The place comes with a club." />
        )
      }
    </AnalyticsCard>
  )
}

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>

/** The place in the club, as the figure of the folded card. */
function Place({ club_contribution: club, resting }: Pick<Analytics, 'club_contribution' | 'resting'>) {
  if (club === null) return <span>No club</span>
  if (resting) return <span>Silent</span>
  if (club.rank_in_club === null) return <span>Learning</span>
  return (
    <span className="whitespace-nowrap">
      #{club.rank_in_club} of {club.members_ranked}
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
          <p className="text-right">
            <span className="text-2xl font-extrabold">#{rank_in_club}</span>
            <span className="block text-sm text-mut">of {members_ranked} members</span>
          </p>
        )}
      </div>
      {resting ? (
        <p className="text-mut">Silent: the next game brings the place back.</p>
      ) : contribution_score === null ? (
        <p className="text-mut">Learning: a place needs 7 days of club and player.</p>
      ) : (
        <dl>
          <ScoreBar label={`Contribution in ${count(span, 'day')}`} score={contribution_score} />
        </dl>
      )}
    </>
  )
}

/** All brawlers of the player, those with the most trophies first. */
function BrawlerTable({ tag }: { tag: string }) {
  const result = useQuery(playerQuery(tag))
  return (
    <AnalyticsCard
      title="Brawlers"
      id="brawlers"
      className={result.data?.brawlers.length ? 'max-sm:late-215' : 'max-sm:late-56'}
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the brawlers"
      shape="h-96 rounded-md"
    >
      {({ brawlers }) =>
        brawlers.length === 0 ? (
          <EmptyState
            title="No brawler data available"
            hint="Known from the club’s list only. Brawlers come with the profile."
          />
        ) : (
          <SortableTable
            label="Brawlers of the player"
            columns={BRAWLER_COLUMNS}
            rows={brawlers.toSorted(byTrophies)}
            rowKey={({ id }) => String(id)}
            filterBy={({ name }) => brawlerName(name)}
            filterLabel="Filter brawlers"
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

const BRAWLER_COLUMNS: Column<Brawler>[] = [
  {
    id: 'name',
    header: 'Brawler',
    sortBy: ({ name }) => brawlerName(name),
    cell: ({ id, name }) => <BrawlerLabel id={id} name={name} />,
  },
  numberColumn('power', 'Power', ({ power }) => power),
  { ...numberColumn('rank', 'Rank', ({ rank }) => rank), phone: 'none' },
  { ...numberColumn('trophies', 'Trophies', ({ trophies }) => trophies), phone: 'lead' },
  { ...numberColumn('highest', 'Highest', ({ highestTrophies }) => highestTrophies), phone: 'none' },
  { ...numberColumn('missing', 'To best', toBest), phone: 'none' },
]

function numberColumn(id: string, header: string, read: (brawler: Brawler) => number | null): Column<Brawler> {
  return { id, header, numeric: true, sortBy: read, cell: (brawler) => <KnownNumber value={read(brawler)} /> }
}

/** Trophies that the brawler lacks to its own best; 0 at the best. */
function toBest({ trophies, highestTrophies }: Brawler): number | null {
  return trophies === null || highestTrophies === null ? null : Math.max(0, highestTrophies - trophies)
}
