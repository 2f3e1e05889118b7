import { useState } from 'react'
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
import { Button, buttonStyle } from '#web/ui/Button.tsx'
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
  const { data, error, isPending, refetch } = useQuery(rankingQuery(ranking))
  if (isPending) return <RankingPending label={t('leaderboards.loading')} />
  if (!data) {
    return (
      <ErrorState title={t(FAILURES[type])} message={error.message} onRetry={() => void refetch()}>
        <Link to="/" className={buttonStyle('outline')}>
          {t('ui.backHome')}
        </Link>
      </ErrorState>
    )
  }
  if (data.leaderboard.length === 0) {
    return <EmptyState title={t('leaderboards.empty')} hint={t('leaderboards.emptyHint')} />
  }
  const ranked = withSharedRanks(data.leaderboard)
  return (
    <>
      <RankingTable key={type} type={type} ranked={ranked} hasMoves={hasMoves(data)} />
      {ranked.some(({ tied }) => tied) && <p className="mt-2 text-sm text-mut">{t('leaderboards.shared')}</p>}
    </>
  )
}

export function RankingPending({ label }: { label: string }) {
  return <SkeletonGroup label={label} count={SKELETON_COUNT} className="grid gap-2" itemClassName="h-14 rounded-md" />
}

type RankingAnswer = Answer<'GET /api/rankings/leaderboards'>

/** False where all ranks are as they were, and where there is no earlier collection to compare them with. */
const hasMoves = ({ leaderboard, previous_collected_at }: RankingAnswer) =>
  previous_collected_at !== null &&
  leaderboard.some(({ rank_position, previous_rank }) => rank_position !== previous_rank)

/** How old the shown ranking is. One that is empty, or did not arrive, says so itself. */
export function RankingAge(ranking: RankingName) {
  const { data, error } = useQuery(rankingQuery(ranking))
  if (!data?.leaderboard.length) return null
  return (
    <Freshness
      collection={hasMoves(data) ? data : { ...data, previous_collected_at: null }}
      failure={error?.message ?? null}
    />
  )
}

type FreshnessProps = {
  collection: Pick<RankingAnswer, 'collected_at' | 'previous_collected_at' | 'stale'>
  /** Why the ranking could not be refreshed. */
  failure: string | null
}

/** When the ranking was collected, which collection its arrows compare with, and whether it is too old. */
export function Freshness({ collection, failure }: FreshnessProps) {
  const { collected_at, previous_collected_at, stale } = collection
  return (
    <div role="status" className="text-sm text-mut">
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
  ranked: readonly RankedRow[]
  hasMoves: boolean
}

const CAPTION = {
  players: 'leaderboards.ofPlayers',
  clubs: 'leaderboards.ofClubs',
  brawlers: 'leaderboards.ofBrawler',
} as const

/** The ranks: the first three on a podium, the others in rows. Each links to the page of its player or club. */
function RankingTable({ type, ranked, hasMoves }: RankingTableProps) {
  const first = ranked.length < PODIUM.length ? 0 : PODIUM.length
  return (
    <div className="@container overflow-hidden rounded-lg border border-edge bg-card">
      <table className={TABLE}>
        <caption className="sr-only">{t(CAPTION[type])}</caption>
        <thead className="text-start text-sm whitespace-nowrap text-mut">
          <tr className={ROW}>
            <th scope="col" className="min-w-15 py-3 ps-3 font-semibold sm:min-w-16.5 sm:ps-4.5 @max-[18rem]:px-1">
              {t('leaderboards.rank')}
            </th>
            <th scope="col" className="py-3 font-semibold lg:ps-12">
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
        {first > 0 && (
          <tbody className="order-first mx-auto grid min-h-75 w-full max-w-3xl grid-cols-3 items-end gap-1 px-1 pt-4 sm:gap-3">
            {ranked.slice(0, first).map((row, place) => (
              <PodiumRow key={row.entry.rank_position} type={type} row={row} place={place} hasMoves={hasMoves} />
            ))}
          </tbody>
        )}
        <tbody className="max-sm:*:late-13.75">
          {[...Map.groupBy(ranked.slice(first), ({ rank }) => rank)].map(([rank, rows]) => (
            <Tie key={rank} type={type} rows={rows} hasMoves={hasMoves} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Entry = RankingAnswer['leaderboard'][number]
/** `rank`: the one that all with as many trophies share. The game numbers them on, which says nothing about them. */
type RankedRow = { entry: Entry; rank: number; tied: boolean; style: RankStyle }

export function withSharedRanks(entries: readonly Entry[]): RankedRow[] {
  const equals = Map.groupBy(entries, ({ trophies }) => trophies)
  return entries.map((entry) => {
    const [best = entry, ...others] = equals.get(entry.trophies) ?? []
    const [first, last] = [best.rank_position, (others.at(-1) ?? best).rank_position]
    return { entry, rank: first, tied: others.length > 0, style: rankStyle(first, last) }
  })
}

/** Of more than that many with as many trophies, the rest is folded. */
const TIED_SHOWN = 4

/** Those who share a rank. */
function Tie({ type, rows, hasMoves }: { type: RankingType; rows: readonly RankedRow[]; hasMoves: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const shown = rows.length > TIED_SHOWN + 1 ? TIED_SHOWN : rows.length
  const listed = (some: readonly RankedRow[]) =>
    some.map((row) => <RankingRow key={row.entry.rank_position} type={type} row={row} hasMoves={hasMoves} />)
  const count = rows.length - shown
  return (
    <>
      {listed(rows.slice(0, shown))}
      {count > 0 && (
        <tr className="grid border-t border-edge">
          <td colSpan={3} className="p-3">
            <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="w-full">
              {t('leaderboards.tiedMore', { count, trophies: formatThousands(rows[0]?.entry.trophies ?? 0) })}
            </Button>
          </td>
        </tr>
      )}
      {isOpen && listed(rows.slice(shown))}
    </>
  )
}

/** Each row is a grid: so rows out of sight need not be laid out. */
const [TABLE, ROW] = [
  'flex flex-col',
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center sm:grid-cols-[auto_minmax(0,1fr)_9rem]',
] as const

/** The name and what is known of it stand side by side where there is room, one below the other elsewhere. */
const TWO_PARTS = 'items-center lg:grid lg:grid-cols-2'

/** The first stands highest, between the others. Each has a seat and its room from the start, so that none moves. */
const SEATS = ['col-start-2 min-h-70', 'col-start-1 min-h-50', 'col-start-3 min-h-44'] as const
const PODIUM = ['h-28', 'h-16', 'h-10'] as const

/** What one of the first three stands on: water, as high as the place. */
function Column({ height }: { height: string }) {
  return (
    <svg
      viewBox="0 0 100 60"
      preserveAspectRatio="none"
      className={`mt-2 block w-full ${height}`}
      fill="var(--h1)"
      aria-hidden="true"
    >
      <path d="M0 7Q12 0 25 7T50 7T75 7T100 7V60H0Z" />
    </svg>
  )
}

type RowProps = { type: RankingType; row: RankedRow; hasMoves: boolean }

/** One of the first three. Names are small on a phone, where most of them fit on one line then. */
function PodiumRow({ type, row, place, hasMoves }: RowProps & { place: number }) {
  const { entity_tag: tag, rank_position, previous_rank, trophies } = row.entry
  const name = nameOrTag(row.entry.entity_name, tag)
  return (
    <tr
      data-rank-style={row.style}
      className={`relative row-start-1 flex min-w-0 flex-col items-center text-center *:max-w-full ${SEATS[place]}`}
    >
      <td className="relative mb-1.5">
        <Monogram
          seed={tag}
          name={name}
          className={`rounded-lg ${place === 0 ? 'size-24 lg:size-28' : 'size-16 sm:size-18'}`}
        />
        <RankBadge {...row} className="absolute -top-2 -start-2 size-8 text-base" />
      </td>
      <td className="leading-tight">
        <Name type={type} entry={row.entry} name={name} className="line-clamp-2 wrap-anywhere max-sm:text-xs" />
        <About type={type} entry={row.entry} />
      </td>
      <td className={`mt-auto w-full font-extrabold ${place === 0 ? 'text-xl max-sm:text-lg' : ''}`}>
        {formatThousands(trophies)}
        {hasMoves && <Movement rank={rank_position} before={previous_rank} />}
        <Column height={PODIUM[place] ?? ''} />
      </td>
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

/** One rank. The whole row links to the player or club. */
function RankingRow({ type, row, hasMoves }: RowProps) {
  const { entity_tag: tag, rank_position, previous_rank, trophies } = row.entry
  const name = nameOrTag(row.entry.entity_name, tag)
  return (
    <tr
      data-rank-style={row.style}
      className={`relative border-t border-edge hover:bg-raise ${ROW} ${ROW_STYLE[row.style]}`}
    >
      <td className="grid justify-items-center ps-3 pe-3 sm:ps-4.5 @max-[18rem]:px-1">
        <RankBadge {...row} className="size-9" />
        {hasMoves && <Movement rank={rank_position} before={previous_rank} />}
      </td>
      <td className="py-2">
        <div className="flex min-w-0 items-center gap-3">
          <Monogram seed={tag} name={name} className="size-9 rounded-sm @max-[18rem]:hidden" />
          <div className={`min-w-0 flex-1 ${TWO_PARTS}`}>
            <Name type={type} entry={row.entry} name={name} className="line-clamp-2" />
            <About type={type} entry={row.entry} />
          </div>
        </div>
      </td>
      <td className="ps-3 pe-3 text-end font-semibold whitespace-nowrap sm:pe-4.5 @max-[18rem]:px-1">
        {formatThousands(trophies)}
      </td>
    </tr>
  )
}

type NameProps = { type: RankingType; entry: Entry }

/** The name, with a link. A hidden player has no tag, and so no page to link to. */
function Name({ type, entry, name, className }: NameProps & { name: string; className: string }) {
  const tag = normaliseTag(entry.entity_tag)
  const shown = <PlayerName name={name} className={className} />
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
function About({ type, entry: { club_name, member_count } }: NameProps) {
  const about =
    type === 'clubs'
      ? member_count !== null && t('leaderboards.members', { count: member_count })
      : club_name && <PlayerName name={club_name} />
  return about ? <p className="truncate text-sm text-mut">{about}</p> : null
}

const MEDAL = 'rounded-full text-[oklch(0.22_0.04_90)] font-extrabold'
const BADGE_STYLE = {
  first: `bg-gold ${MEDAL}`,
  second: `bg-silver ${MEDAL}`,
  third: `bg-bronze ${MEDAL}`,
  'top-10': 'rounded-full border border-acc text-acc font-extrabold',
  'top-50': 'font-semibold',
  none: '',
} as const

/** The rank: a medal for the first three, a ring for the top 10, else a plain number; `9=` where others share it. */
function RankBadge({ rank, tied, style, className }: RankedRow & { className: string }) {
  return (
    <span dir="ltr" className={`inline-flex items-center justify-center ${BADGE_STYLE[style]} ${className}`}>
      {formatThousands(rank)}
      {tied && '='}
    </span>
  )
}

const TONE = { up: 'text-good', down: 'text-bad', new: 'text-acc' } as const
const SHAPE = { up: 'M5 1l5 9H0z', down: 'M5 10l5-9H0z' } as const

/** An arrow with the number of places, or `new`. Who stayed has nothing. */
function Movement({ rank, before }: { rank: number; before: number | null }) {
  const moved = rankMovement(rank, before)
  if (moved === null) return null
  const { direction, places, words } = moved
  return (
    <p className={`-mt-1 flex items-center justify-center gap-1 text-xs font-semibold ${TONE[direction]}`}>
      {direction === 'new' ? (
        t('leaderboards.new')
      ) : (
        <>
          <svg viewBox="0 0 10 11" className="size-2.5 shrink-0" fill="currentColor" aria-hidden="true">
            <path d={SHAPE[direction]} />
          </svg>
          <span aria-hidden="true">{places}</span>
          <span className="sr-only">{words}</span>
        </>
      )}
    </p>
  )
}

type RankMovement = {
  direction: 'up' | 'down' | 'new'
  /** Places gained or lost. */
  places: number
  /** For screen readers: `up 3 places`. */
  words: string
}

/**
 * How a rank moved since the earlier collection; null where it stayed. A smaller number is a better rank; `before` is null
 * for a new entry.
 */
export function rankMovement(rank: number, before: number | null): RankMovement | null {
  if (before === null) return { direction: 'new', places: 0, words: t('leaderboards.new') }
  const places = Math.abs(before - rank)
  if (places === 0) return null
  const direction = before > rank ? 'up' : 'down'
  return { direction, places, words: t(direction === 'up' ? 'leaderboards.up' : 'leaderboards.down', { places }) }
}

type RankStyle = 'first' | 'second' | 'third' | 'top-10' | 'top-50' | 'none'

/**
 * The style of a rank: one for each of the first three, one for the top 10, one for the top 50. Those who share a rank look
 * the same, by the last of their places: of all 51 with as many trophies nobody is among the first.
 */
export function rankStyle(rank: number, last = rank): RankStyle {
  const podium = last <= PODIUM.length && (['first', 'second', 'third'] as const)[rank - 1]
  if (podium) return podium
  if (last <= 10) return 'top-10'
  return last <= 50 ? 'top-50' : 'none'
}
