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
  const moves = data.leaderboard.some(({ rank_position, previous_rank }) => rank_position !== previous_rank)
  const hasMoves = moves && data.previous_collected_at !== null
  return (
    <>
      <Freshness
        collection={hasMoves ? data : { ...data, previous_collected_at: null }}
        failure={error?.message ?? null}
      />
      <RankingTable key={type} type={type} entries={data.leaderboard} hasMoves={hasMoves} />
    </>
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
  /** False where all ranks are as they were, and where there is no earlier collection to compare them with. */
  hasMoves: boolean
}

const CAPTION = {
  players: 'leaderboards.ofPlayers',
  clubs: 'leaderboards.ofClubs',
  brawlers: 'leaderboards.ofBrawler',
} as const

/** The ranks: the first three on a podium, the others in rows. Each links to the page of its player or club. */
function RankingTable({ type, entries, hasMoves }: RankingTableProps) {
  const first = entries.length < PODIUM.length ? [] : entries.slice(0, PODIUM.length)
  const rows = entries.map((entry, place) => {
    const tied = [entries[place - 1], entries[place + 1]].some((other) => other?.trophies === entry.trophies)
    return <RankingRow key={entry.rank_position} type={type} entry={entry} hasMoves={hasMoves} tied={tied} />
  })
  return (
    <div className="@container relative overflow-hidden rounded-lg border border-edge bg-card">
      {first.length > 0 && <Water />}
      <table className={TABLE}>
        <caption className="sr-only">{t(CAPTION[type])}</caption>
        <thead className="text-start text-sm whitespace-nowrap text-mut">
          <tr className={ROW}>
            <th scope="col" className="min-w-15 py-3 ps-3 font-semibold sm:min-w-16.5 sm:ps-4.5 @max-[18rem]:px-1">
              {t('leaderboards.rank')}
            </th>
            <th scope="col" className={hasMoves ? 'w-12 py-3 font-semibold sm:w-18 @max-[18rem]:sr-only' : 'sr-only'}>
              <span className="max-sm:sr-only">{t('leaderboards.movedHead')}</span>
            </th>
            <th scope="col" className="col-start-3 py-3 font-semibold lg:ps-12">
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
        {first.length > 0 && (
          <tbody className="z-1 order-first grid h-64 grid-cols-3 items-start gap-2 px-2 pt-4">
            {first.map((entry) => (
              <PodiumRow key={entry.rank_position} type={type} entry={entry} hasMoves={hasMoves} />
            ))}
          </tbody>
        )}
        <tbody className="max-sm:*:late-13.75">{rows.slice(first.length)}</tbody>
      </table>
    </div>
  )
}

/** Each row is a grid: so rows out of sight need not be laid out. A cell that is hidden leaves its column empty. */
const [TABLE, ROW] = [
  'flex flex-col',
  'grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center sm:grid-cols-[auto_auto_minmax(0,1fr)_9rem]',
] as const

/** The name and what is known of it stand side by side where there is room, one below the other elsewhere. */
const TWO_PARTS = 'items-center lg:grid lg:grid-cols-2'

/** How far each of the first three leaps out of the water. */
const PODIUM = ['', 'mt-6', 'mt-10'] as const

function Water() {
  return (
    <svg
      viewBox="0 0 400 60"
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-52 h-12 w-full"
      fill="var(--h1)"
      aria-hidden="true"
    >
      <path d="M0 14Q25 0 50 14T100 14T150 14T200 14T250 14T300 14T350 14T400 14V60H0Z" opacity=".5" />
      <path d="M0 30Q25 18 50 30T100 30T150 30T200 30T250 30T300 30T350 30T400 30V60H0Z" />
    </svg>
  )
}

type RowProps = { type: RankingType; entry: RankingAnswer['leaderboard'][number]; hasMoves: boolean }

/** One of the first three, above the water. */
function PodiumRow({ type, entry, hasMoves }: RowProps) {
  const { entity_tag: tag, rank_position: rank } = entry
  const name = nameOrTag(entry.entity_name, tag)
  return (
    <tr
      data-rank-style={rankStyle(rank)}
      className={`relative flex min-w-0 flex-col items-center text-center *:max-w-full ${PODIUM[rank - 1] ?? ''}`}
    >
      <td className="flex flex-col items-center">
        <Monogram seed={tag} name={name} className="size-14 rounded-lg" />
        <span className="-mt-4">
          <RankBadge rank={rank} />
        </span>
      </td>
      <td className={hasMoves ? '' : 'sr-only'}>{hasMoves && <Movement rank={rank} before={entry.previous_rank} />}</td>
      <td className="leading-tight">
        <Name type={type} entry={entry} name={name} />
        <About type={type} entry={entry} />
      </td>
      <td className="font-extrabold">{formatThousands(entry.trophies)}</td>
    </tr>
  )
}

const ROW_STYLE = {
  first: 'bg-gold/15',
  second: 'bg-ink/7',
  third: 'bg-bronze/15',
  'top-10': 'bg-h1/25',
  'top-50': 'bg-bg/40',
  none: 'text-mut',
} as const

/** One rank. The whole row links to the player or club. Who is `tied` has as many trophies as the row above or below. */
function RankingRow({ type, entry, hasMoves, tied }: RowProps & { tied: boolean }) {
  const { entity_tag: tag, rank_position: rank } = entry
  const name = nameOrTag(entry.entity_name, tag)
  const style = rankStyle(rank)
  return (
    <tr data-rank-style={style} className={`relative border-t border-edge hover:bg-raise ${ROW} ${ROW_STYLE[style]}`}>
      <td className="ps-3 pe-3 sm:ps-4.5 @max-[18rem]:px-1">
        <RankBadge rank={rank} />
      </td>
      <td className={hasMoves ? 'w-12 sm:w-18 @max-[18rem]:sr-only' : 'sr-only'}>
        {hasMoves && <Movement rank={rank} before={entry.previous_rank} />}
      </td>
      <td className="col-start-3 py-2">
        <div className="flex min-w-0 items-center gap-3">
          <Monogram seed={tag} name={name} className="size-9 rounded-sm @max-[18rem]:hidden" />
          <div className={`min-w-0 flex-1 ${TWO_PARTS}`}>
            <Name type={type} entry={entry} name={name} />
            <About type={type} entry={entry} />
          </div>
        </div>
      </td>
      <td className="ps-3 pe-3 text-end font-semibold whitespace-nowrap sm:pe-4.5 @max-[18rem]:px-1">
        {tied && <span className="me-2 text-sm font-normal text-mut max-sm:sr-only">{t('leaderboards.tied')}</span>}
        {formatThousands(entry.trophies)}
      </td>
    </tr>
  )
}

/** The name, with a link. A hidden player has no tag, and so no page to link to. */
function Name({ type, entry, name }: Pick<RowProps, 'type' | 'entry'> & { name: string }) {
  const tag = normaliseTag(entry.entity_tag)
  const shown = <PlayerName name={name} className="line-clamp-2" />
  if (tag === null) return <div className="font-semibold">{shown}</div>
  return (
    <Link
      to={type === 'clubs' ? '/club/$tag' : '/player/$tag'}
      params={{ tag: tagInPath(tag) }}
      title={name}
      className="block font-semibold no-underline after:absolute after:inset-0"
    >
      {shown}
    </Link>
  )
}

/** The club, or how many members it has. */
function About({ type, entry: { club_name, member_count } }: Pick<RowProps, 'type' | 'entry'>) {
  const about =
    type === 'clubs'
      ? member_count !== null && t('leaderboards.members', { count: member_count })
      : club_name && <PlayerName name={club_name} />
  return about ? <p className="truncate text-sm text-mut">{about}</p> : null
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
