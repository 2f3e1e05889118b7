import { dayOf } from '#shared/days.ts'
import { changeLines } from '#shared/event-texts.ts'
import { formatThousands, roundInShort, signed } from '#shared/number-format.ts'
import { isolated, nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { streakText } from '#shared/streak-text.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { playerAnalyticsQuery, playerQuery } from '#web/app/entity-queries.ts'
import { chooseMine, useMine } from '#web/app/my-choice.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { SectionFailure } from '#web/ui/Notice.tsx'
import { LastSeen, useNow } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { useLastVisit } from './ComingBack.tsx'
import { isUnknownEntity } from './EntityFailure.tsx'
import { PlayNowList } from './PlayNow.tsx'

/** The visitor's player at the top of a page: today, what is next, what changed, and what to play now. */
export function MePanel() {
  const player = useMine('player')
  return player === null ? null : <Me key={player.tag} tag={player.tag} kept={nameOrTag(player.name, player.tag)} />
}

function Me({ tag, kept }: { tag: string; kept: string }) {
  const player = useQuery(playerQuery(tag))
  const name = player.data ? nameOrTag(player.data.name, tag) : kept
  return (
    <section
      aria-label={t('me.me')}
      className="flex flex-col gap-2.5 rounded-lg border border-edge bg-card p-3.5 sm:p-4.5"
    >
      <div className="flex items-center gap-3">
        <Monogram seed={tag} name={name} className="size-11 rounded-md" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-mut">{t('me.me')}</p>
          <PlayerName name={name} className="block truncate text-lg leading-tight font-semibold" />
        </div>
        <Link to="/player/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('primary', 'shrink-0')}>
          {t('me.open')}
          <span className="sr-only"> {name}</span>
        </Link>
      </div>
      {player.error ? (
        <Missing error={player.error} onRetry={() => void player.refetch()} retrying={player.isFetching} />
      ) : (
        <>
          <Figures tag={tag} tier={player.data?.ranked?.tier ?? null} isPending={player.isPending} />
          <PlayNowList tag={tag} />
        </>
      )}
    </section>
  )
}

type MissingProps = { error: Error; onRetry: () => void; retrying: boolean }

/** Another player is chosen only where this one is not there; what failed is tried once more. */
function Missing({ error, onRetry, retrying }: MissingProps) {
  if (!isUnknownEntity(error)) {
    return <SectionFailure title={t('me.notLoaded')} message={error.message} onRetry={onRetry} retrying={retrying} />
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-mut">
      {error.message}
      <button type="button" onClick={() => chooseMine('player', null)} className={TEXT_BUTTON}>
        {t('me.notMe')}
      </button>
    </p>
  )
}

/** Lines of what changed; the player's page tells all. */
const LINES = 3

function Figures({ tag, tier, isPending }: { tag: string; tier: string | null; isPending: boolean }) {
  const since = useLastVisit(tag)
  const asked = { clubs: '', players: tagInPath(tag), ...(since !== null && { since }) }
  const board = useQuery(query('GET /api/browse/board', { query: asked }))
  const analytics = useQuery(playerAnalyticsQuery(tag))
  const today = dayOf(new Date(useNow()))
  const [entry] = board.data?.entries ?? []
  if (board.isPending || analytics.isPending || isPending) return <Skeleton className="h-11" />
  const seen = dayOf(new Date(entry?.last_updated ?? today))
  const next = analytics.data?.next_milestone
  const streak = analytics.data?.activity_analysis.current_streak_days ?? null
  const lines = entry?.changes ? changeLines(entry.changes, isolated).slice(0, LINES) : []
  const figures = [
    [
      seen === today ? t('me.today') : shortDay(seen),
      <KnownNumber key="today" value={entry?.today_played ?? null} format={(gain) => signed(gain, formatThousands)} />,
    ],
    [t('me.inARow'), <KnownNumber key="row" value={streak} format={streakText} />],
    [
      t('me.next'),
      next
        ? t('me.toGo', {
            milestone: roundInShort(next.trophy_count),
            trophies: formatThousands(next.trophies_missing),
          })
        : t('me.notKnown'),
    ],
    [t('me.ranked'), tier === null ? t('me.notKnown') : tierName(tier)],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-mut">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {entry && <LastSeen seen={entry} />}
      {lines.length > 0 && (
        <ul aria-label={t('me.sinceVisit')}>
          {lines.map((line) => (
            <li key={line} className="line-clamp-2 text-sm wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
