import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, LogIn, LogOut, type LucideIcon, Pencil, Settings, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { eventAround, eventSentence, type RosterEventKind } from '#shared/event-texts.ts'
import { factsInWords, formatThousands, signed } from '#shared/number-format.ts'
import { isolated, nameOrTag, shortened } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { clubProgressionQuery, ROSTER_PAGE, rosterQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { TrophyLine, trendPoints } from '#web/charts/TrophyLine.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { fullTime } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Text } from '#web/ui/Text.tsx'

/** Who joined, left or changed the role, the newest event first. */
export function RosterEvents({ tag }: { tag: string }) {
  const result = useEvents(tag)
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = result
  const events = data?.pages.flatMap((page) => page.events) ?? []
  const inShort = events[0] ? <Newest event={events[0]} /> : ''
  return (
    <AnalyticsCard
      title={t('club.events')}
      id="events"
      foldedWide
      fold={inShort}
      result={result}
      failure={t('club.eventsFailed')}
      loading={t('club.eventsLoading')}
    >
      {() => (
        <>
          {events.length === 0 && <EmptyState title={t('club.noEvents')} hint={t('club.noEventsHint')} />}
          <ol>
            {events.map((event) => (
              <RosterEvent key={event.id} event={event} />
            ))}
          </ol>
          {hasNextPage && (
            <Button variant="quiet" className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('club.older')}
            </Button>
          )}
        </>
      )}
    </AnalyticsCard>
  )
}

function useEvents(tag: string) {
  const client = useQueryClient()
  const newest = client.getQueryState(rosterQuery(tag).queryKey)
  return useInfiniteQuery({
    queryKey: ['events', { params: { tag } }],
    // The club page has asked for the first page of events already. A refresh asks again.
    ...(newest?.data && {
      initialData: { pages: [newest.data], pageParams: [null] },
      initialDataUpdatedAt: newest.dataUpdatedAt,
    }),
    queryFn: ({ queryKey, pageParam: before, signal }): Promise<Answer<'GET /api/browse/club/{tag}/events'>> =>
      before === null
        ? client.fetchQuery({
            ...rosterQuery(tag),
            ...(client.getQueryData(queryKey) !== undefined && { staleTime: 0 }),
          })
        : call(
            'GET /api/browse/club/{tag}/events',
            { params: { tag }, query: { limit: ROSTER_PAGE, before } },
            { signal },
          ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_before,
  })
}

/** The newest event, for the line of the folded card. */
function Newest({ event }: { event: ClubEvent }) {
  return (
    <Text
      id="club.newestEvent"
      values={{ event: eventSentence(event), time: <RelativeTime within time={event.observed_at} /> }}
    />
  )
}

type ClubEvent = Answer<'GET /api/browse/club/{tag}/events'>['events'][number]

const ICONS = {
  joined: { Icon: LogIn, tone: 'text-good' },
  left: { Icon: LogOut, tone: 'text-bad' },
  returned: { Icon: Undo2, tone: 'text-good' },
  promoted: { Icon: ArrowUp, tone: 'text-good' },
  demoted: { Icon: ArrowDown, tone: 'text-warn' },
  renamed: { Icon: Pencil, tone: 'text-mut' },
  settings_changed: { Icon: Settings, tone: 'text-mut' },
} satisfies Record<RosterEventKind, { Icon: LucideIcon; tone: string }>

/** One event. Its title says between which two observations it happened. */
function RosterEvent({ event }: { event: ClubEvent }) {
  const { Icon, tone } = ICONS[event.kind]
  const [before, after] = eventAround(event)
  const { observed_after: since, observed_at: until } = event
  const between =
    since === null ? undefined : () => t('club.between', { after: fullTime(since), before: fullTime(until) })
  return (
    <li className="flex items-baseline gap-3 border-t border-edge py-2 first:border-t-0">
      <Icon aria-hidden="true" className={`size-4 shrink-0 translate-y-0.5 ${tone}`} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <bdi>{before}</bdi>
        {event.player_tag && (
          <EntityLink to="/player/$tag" tag={event.player_tag} name={event.player_name ?? event.player_tag} />
        )}
        <bdi>{after}</bdi>
      </p>
      <span className="shrink-0 text-sm text-mut">
        <RelativeTime time={event.observed_at} title={between} />
      </span>
    </li>
  )
}

type ProgressionProps = { tag: string; days: Timeframe; onDays: (days: Timeframe) => void }

/** The club's trophies over the timeframe. Days on which members joined or left have a note. */
export function TrophyProgression({ tag, days, onDays }: ProgressionProps) {
  const result = useQuery(clubProgressionQuery(tag, days))
  const { data: roster } = useQuery(rosterQuery(tag))
  const points = useMemo(() => {
    const notes = rosterNotes(roster?.events ?? [], result.data?.progression_data)
    return result.data && trendPoints(result.data).map((point) => ({ ...point, note: notes.get(point.date) }))
  }, [result.data, roster])
  return (
    <AnalyticsCard
      title={t('club.line')}
      id="trophies"
      className="max-sm:late-105"
      days={days}
      onDays={onDays}
      result={result}
      failure={t('club.lineFailed')}
      loading={t('club.lineLoading')}
      shape="h-76 rounded-md"
    >
      {({ summary }) => (
        <>
          {points && <TrophyLine label={t('club.lineLabel')} points={points} height={208} />}
          <GainParts summary={summary} />
        </>
      )}
    </AnalyticsCard>
  )
}

type ProgressionSummary = Answer<'GET /api/analytics/club/{tag}/trophy-progression'>['summary']

/**
 * What of a club's gain was played, and what came or went with members; nothing where it all was played, or is not
 * known.
 */
function GainParts({ summary }: { summary: ProgressionSummary }) {
  const { total_gain_played: played, total_gain_joined: joined, total_gain_left: left } = summary
  if (played == null || joined == null || left == null || played === summary.total_gain) return null
  return (
    <p className="mt-1 text-sm text-mut">
      {t('club.gainParts', { played: inWords(played), joined: inWords(joined), left: inWords(left) })}
    </p>
  )
}

const inWords = (trophies: number) => signed(trophies, formatThousands, { zero: '' })

/** What joiners brought and leavers took along on a day; null where not known. */
type DayMoves = { date: string; joined?: number | null | undefined; left?: number | null | undefined }
type NotedEvent = { kind: RosterEventKind; player_tag: string | null; player_name: string | null; observed_at: string }

/** Members that a note names; it counts the others. */
const NAMED = 2

/**
 * Who joined and who left on the days of a line, with their own trophies where these are known: `joined +48,933: Ada, Milo
 * +1; left: Yuki`. They come to the club and go with them, so the notes explain steps in its line.
 */
export function rosterNotes(
  events: readonly NotedEvent[],
  line: readonly DayMoves[] = [],
): ReadonlyMap<string, string> {
  const notes = line.map(({ date, joined, left }) => {
    const those = events.filter((event) => dayOfEvent(event) === date)
    const words = [wordsOf('joined', those, joined), wordsOf('left', those, left)]
    return [date, words.filter(Boolean).join('; ')] as const
  })
  return new Map(notes.filter(([, words]) => words !== ''))
}

const dayOfEvent = ({ observed_at }: NotedEvent) => observed_at.slice(0, 10)

/** The kinds of events that a note tells of, and its texts: with the trophies of these members, and without. */
const NOTED = {
  joined: { kinds: ['joined', 'returned'], known: 'club.noteJoinedWith', unknown: 'club.noteJoined' },
  left: { kinds: ['left'], known: 'club.noteLeftWith', unknown: 'club.noteLeft' },
} as const

function wordsOf(of: keyof typeof NOTED, events: readonly NotedEvent[], moved: number | null | undefined): string {
  const { known, unknown, ...noted } = NOTED[of]
  const kinds: readonly string[] = noted.kinds
  const names = events
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ player_tag, player_name }) =>
      isolated(shortened(nameOrTag(player_name ?? '', player_tag ?? t('club.aMember')))),
    )
  if (names.length === 0) return ''
  const more = names.length > NAMED ? ` +${names.length - NAMED}` : ''
  const named = factsInWords(names.slice(0, NAMED)) + more
  return moved ? t(known, { names: named, trophies: inWords(moved) }) : t(unknown, { names: named })
}
