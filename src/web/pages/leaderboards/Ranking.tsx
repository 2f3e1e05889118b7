import type { RankingType } from '#shared/kinds.ts'
import { SKELETON_COUNT } from '#shared/limits.ts'
import { formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'
import { type RankingName, rankingQuery } from './ranking-search.ts'

const FAILURES = {
  players: 'leaderboards.playersFailed',
  clubs: 'leaderboards.clubsFailed',
  brawlers: 'leaderboards.brawlersRankFailed',
} as const

/** One ranking, in all states. */
export function Ranking(ranking: RankingName) {
  const { type } = ranking
  const { data, error, isPending, isFetching, refetch } = useQuery(rankingQuery(ranking))
  const again = () => void refetch()
  if (isPending) return <RankingPending label={t('leaderboards.loading')} />
  if (!data) {
    return (
      <ErrorState title={t(FAILURES[type])} message={error.message} onRetry={again} retrying={isFetching}>
        <Link to="/" className={buttonStyle('outline')}>
          {t('ui.backHome')}
        </Link>
      </ErrorState>
    )
  }
  if (data.leaderboard.length === 0) {
    return <EmptyState title={t('leaderboards.empty')} hint={t('leaderboards.emptyHint')} />
  }
  return (
    <>
      <Freshness collection={data} failure={error?.message ?? null} />
      <Podium entries={data.leaderboard.slice(0, 3)} />
      <RankingTable key={type} type={type} entries={data.leaderboard} compared={data.previous_collected_at !== null} />
    </>
  )
}

/** The order in which the first three stand, and how far each leaps out of the water. */
const STEPS = [
  [1, 'mt-6', 'bg-silver'],
  [0, 'mt-0', 'bg-gold'],
  [2, 'mt-10', 'bg-bronze'],
] as const

/** The first three above the water, as a picture: the rows below name them. */
function Podium({ entries }: { entries: RankingAnswer['leaderboard'] }) {
  if (entries.length < 3) return null
  return (
    <div
      aria-hidden="true"
      className="relative mb-3 flex h-56 items-start gap-2 overflow-hidden rounded-lg border border-edge bg-card px-2 pt-4 print:hidden"
    >
      {STEPS.map(([place, leap, medal]) => {
        const entry = entries[place]
        if (!entry) return null
        const name = nameOrTag(entry.entity_name, entry.entity_tag)
        return (
          <span key={place} className={`relative z-1 flex min-w-0 flex-1 flex-col items-center ${leap}`}>
            <Monogram seed={entry.entity_tag} name={name} className="size-14 rounded-lg" />
            <span
              className={`-mt-3 size-6 rounded-full text-center text-sm/6 font-extrabold text-[oklch(0.22_0.04_90)] ${medal}`}
            >
              {place + 1}
            </span>
            <PlayerName name={name} className="mt-1 max-w-full truncate leading-tight font-semibold max-sm:text-sm" />
            <span className="text-sm text-mut">{formatThousands(entry.trophies)}</span>
          </span>
        )
      })}
      <svg
        viewBox="0 0 400 60"
        preserveAspectRatio="none"
        className="absolute inset-x-0 bottom-0 h-12 w-full"
        fill="var(--h1)"
        aria-hidden="true"
      >
        <path d="M0 14Q25 0 50 14T100 14T150 14T200 14T250 14T300 14T350 14T400 14V60H0Z" opacity=".5" />
        <path d="M0 30Q25 18 50 30T100 30T150 30T200 30T250 30T300 30T350 30T400 30V60H0Z" />
      </svg>
    </div>
  )
}

export function RankingPending({ label }: { label: string }) {
  return <SkeletonGroup label={label} count={SKELETON_COUNT} className="grid gap-2" itemClassName="h-14 rounded-md" />
}

type RankingAnswer = Answer<'GET /api/rankings/leaderboards'>
type FreshnessProps = {
  collection: Pick<RankingAnswer, 'collected_at' | 'previous_collected_at' | 'stale'>
  /** Why the ranking could not be refreshed. */
  failure: string | null
}

/** When the ranking was collected, which collection its arrows compare with, and whether it is too old. */
export function Freshness({ collection, failure }: FreshnessProps) {
  const { collected_at, previous_collected_at, stale } = collection
  return (
    <div role="status" className="mb-3 text-sm text-mut">
      <p>
        {collected_at && previous_collected_at === null && (
          <Text id="leaderboards.updatedAt" values={{ time: <RelativeTime within time={collected_at} /> }} />
        )}
        {collected_at && previous_collected_at && (
          <Text
            id="leaderboards.updatedSince"
            values={{
              time: <RelativeTime within time={collected_at} />,
              before: <RelativeTime within time={previous_collected_at} />,
            }}
          />
        )}
      </p>
      {stale && <p className="mt-1 text-warn">{t('leaderboards.late')}</p>}
      {failure && <p className="mt-1 text-warn">{t('leaderboards.notRefreshed', { reason: failure })}</p>}
    </div>
  )
}

type RankingTableProps = {
  type: RankingType
  entries: RankingAnswer['leaderboard']
  /** True if there is an earlier collection to compare ranks with. */
  compared: boolean
}

const CAPTION = {
  players: 'leaderboards.ofPlayers',
  clubs: 'leaderboards.ofClubs',
  brawlers: 'leaderboards.ofBrawler',
} as const

/** The ranks. Each links to the page of its player or club. */
function RankingTable({ type, entries, compared }: RankingTableProps) {
  return (
    <div className="@container overflow-hidden rounded-lg border border-edge bg-card">
      <table className={`w-full ${ON_PHONE}`}>
        <caption className="sr-only">{t(CAPTION[type])}</caption>
        <thead className="text-start text-sm whitespace-nowrap text-mut">
          <tr>
            <th scope="col" className="py-3 ps-3 pe-3 font-semibold sm:ps-4.5">
              {t('leaderboards.rank')}
            </th>
            <th
              scope="col"
              className={compared ? 'py-3 pe-3 font-semibold max-sm:w-12 @max-[18rem]:sr-only' : 'sr-only'}
            >
              <span className="max-sm:sr-only">{t('leaderboards.movedHead')}</span>
            </th>
            <th scope="col" className="py-3 font-semibold max-sm:col-start-3 lg:ps-12">
              <span className={TWO_PARTS}>
                {t('leaderboards.name')}
                {type !== 'clubs' && <span className="max-lg:hidden">{t('ui.club')}</span>}
              </span>
            </th>
            <th scope="col" className="py-3 pe-3 text-end font-semibold sm:pe-4.5">
              {t('ui.trophies')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <RankingRow key={entry.rank_position} type={type} entry={entry} compared={compared} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * On a phone every row is a grid: so rows out of sight need not be laid out. A cell that is hidden leaves its column empty.
 */
const ON_PHONE =
  'max-sm:block max-sm:[&_:is(thead,tbody)]:block max-sm:[&_tr]:grid max-sm:[&_tr]:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-sm:[&_tr]:items-center max-sm:[&_tbody_tr]:late-13.75'

/** The name and what is known of it stand side by side where there is room, one below the other elsewhere. */
const TWO_PARTS = 'items-center lg:grid lg:grid-cols-2'

type RowProps = { type: RankingType; entry: RankingAnswer['leaderboard'][number]; compared: boolean }

const ROW_STYLE = {
  first: 'bg-gold/15',
  second: 'bg-ink/7',
  third: 'bg-bronze/15',
  'top-10': 'bg-h1/25',
  'top-50': 'bg-bg/40',
  none: 'text-mut',
} as const

/** One rank. The whole row links to the player or club. */
function RankingRow({ type, entry, compared }: RowProps) {
  const { entity_tag: tag, rank_position: rank } = entry
  const name = nameOrTag(entry.entity_name, tag)
  const style = rankStyle(rank)
  const podium = rank <= 3
  return (
    <tr data-rank-style={style} className={`relative border-t border-edge hover:bg-raise ${ROW_STYLE[style]}`}>
      <td className="ps-3 pe-3 sm:ps-4.5 @max-[18rem]:px-1">
        <RankBadge rank={rank} />
      </td>
      <td className={compared ? 'pe-3 max-sm:w-12 sm:min-w-18 @max-[18rem]:sr-only' : 'sr-only'}>
        {compared && <Movement rank={rank} before={entry.previous_rank} />}
      </td>
      <td className={`max-w-0 w-full max-sm:col-start-3 max-sm:max-w-none ${podium ? 'py-3' : 'py-2'}`}>
        <div className="flex min-w-0 items-center gap-3">
          <Monogram
            seed={tag}
            name={name}
            className={`@max-[18rem]:hidden ${podium ? '-mx-1 size-11 rounded-md' : 'size-9 rounded-sm'}`}
          />
          <div className={`min-w-0 flex-1 ${TWO_PARTS}`}>
            <Name type={type} entry={entry} name={name} podium={podium} />
            <About type={type} entry={entry} wideOnly={rank > 10} />
          </div>
        </div>
      </td>
      <td
        className={`pe-3 ps-3 text-end whitespace-nowrap sm:pe-4.5 @max-[18rem]:ps-1 @max-[18rem]:pe-2 ${podium ? 'text-lg font-extrabold' : 'font-semibold'}`}
      >
        {formatThousands(entry.trophies)}
      </td>
    </tr>
  )
}

/** The name, with a link. A hidden player has no tag, and so no page to link to. */
function Name({ type, entry, name, podium }: Omit<RowProps, 'compared'> & { name: string; podium: boolean }) {
  const tag = normaliseTag(entry.entity_tag)
  const size = podium ? 'text-lg font-extrabold' : 'font-semibold'
  const shown = <PlayerName name={name} className="block truncate" />
  if (tag === null) return <div className={size}>{shown}</div>
  return (
    <Link
      to={type === 'clubs' ? '/club/$tag' : '/player/$tag'}
      params={{ tag: tagInPath(tag) }}
      title={name}
      className={`block no-underline after:absolute after:inset-0 ${size}`}
    >
      {shown}
    </Link>
  )
}

type AboutProps = Omit<RowProps, 'compared'> & { wideOnly: boolean }

/** The club, or how many members it has. A phone tells it of the first ten. */
function About({ type, entry: { club_name, member_count }, wideOnly }: AboutProps) {
  const about =
    type === 'clubs'
      ? member_count !== null && t('leaderboards.members', { count: member_count })
      : club_name && <PlayerName name={club_name} />
  return about ? <p className={`truncate text-sm text-mut ${wideOnly ? 'max-sm:hidden' : ''}`}>{about}</p> : null
}

const BADGE_STYLE = {
  first: 'size-9 rounded-full bg-gold text-[oklch(0.22_0.04_90)] text-lg font-extrabold',
  second: 'size-9 rounded-full bg-silver text-[oklch(0.22_0.04_90)] text-lg font-extrabold',
  third: 'size-9 rounded-full bg-bronze text-[oklch(0.22_0.04_90)] text-lg font-extrabold',
  'top-10': 'size-9 rounded-full border border-acc text-acc font-extrabold',
  'top-50': 'size-9 font-semibold',
  none: 'size-9',
} as const

/** The rank: a medal for the first three, a ring for the top 10, a plain number for the others. */
function RankBadge({ rank }: { rank: number }) {
  return <span className={`inline-flex items-center justify-center ${BADGE_STYLE[rankStyle(rank)]}`}>{rank}</span>
}

const TONE = { up: 'text-good', down: 'text-bad', same: 'text-mut', new: 'text-acc' } as const
const SHAPE = { up: 'M5 1l5 9H0z', down: 'M5 10l5-9H0z', same: 'M0 4.5h10v2H0z' } as const

/** An arrow with the number of places, or `new`. */
function Movement({ rank, before }: { rank: number; before: number | null }) {
  const { direction, places, words } = rankMovement(rank, before)
  return (
    <span className={`inline-flex items-center gap-1 text-sm font-semibold ${TONE[direction]}`}>
      {direction === 'new' ? (
        <span className="rounded-sm bg-acc/15 px-1.5 text-xs">{t('leaderboards.new')}</span>
      ) : (
        <>
          <svg viewBox="0 0 10 11" className="size-2.5 shrink-0" fill="currentColor" aria-hidden="true">
            <path d={SHAPE[direction]} />
          </svg>
          {places > 0 && <span aria-hidden="true">{places}</span>}
          <span className="sr-only">{words}</span>
        </>
      )}
    </span>
  )
}

type RankMovement = {
  direction: 'up' | 'down' | 'same' | 'new'
  /** Places gained or lost. */
  places: number
  /** For screen readers: `up 3 places`. */
  words: string
}

/** How a rank moved since the earlier collection. A smaller number is a better rank; `before` is null for a new entry. */
export function rankMovement(rank: number, before: number | null): RankMovement {
  if (before === null) return { direction: 'new', places: 0, words: t('leaderboards.new') }
  const places = Math.abs(before - rank)
  if (places === 0) return { direction: 'same', places, words: t('leaderboards.same') }
  const direction = before > rank ? 'up' : 'down'
  return { direction, places, words: t(direction === 'up' ? 'leaderboards.up' : 'leaderboards.down', { places }) }
}

type RankStyle = 'first' | 'second' | 'third' | 'top-10' | 'top-50' | 'none'

/** The style of a rank: one for each of the first three, one for the top 10, one for the top 50. */
export function rankStyle(rank: number): RankStyle {
  const podium = (['first', 'second', 'third'] as const)[rank - 1]
  if (podium) return podium
  if (rank <= 10) return 'top-10'
  return rank <= 50 ? 'top-50' : 'none'
}
