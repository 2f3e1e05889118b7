import { Star, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { weekSentence } from '#shared/club-sentence.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { changeLines } from '#shared/event-texts.ts'
import { formatThousands } from '#shared/number-format.ts'
import { isolated, nameOrTag } from '#shared/plain-name.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQueueQuery } from '#web/app/entity-queries.ts'
import { lastVisit, sameFavourite, toggleFavourite, useFavourites, useMine } from '#web/app/mine.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram, PlayerName } from '#web/ui/Avatar.tsx'
import { buttonStyle, IconButton } from '#web/ui/Button.tsx'
import { relativeTime, withinSentence } from '#web/ui/date-words.ts'
import { learningText } from '#web/ui/Notice.tsx'

/** The crest of the visitor's club, which leads to its page. */
export function MyClubCrest() {
  const club = useMine('club')
  if (club === null) return null
  const name = nameOrTag(club.name, club.tag)
  return (
    <Link
      to="/club/$tag"
      params={{ tag: tagInPath(club.tag) }}
      title={name}
      className="flex size-[44px] items-center justify-center rounded-md"
    >
      <Monogram seed={club.tag} name={name} className="size-[36px] rounded-sm" />
      <span className="sr-only">{t('me.myClubIs', { name })}</span>
    </Link>
  )
}

/** The visitor's club at the top of a page: its week in one sentence, and whom to look at. */
export function MyClubPanel() {
  const club = useMine('club')
  return club === null ? null : <Panel key={club.tag} tag={club.tag} name={nameOrTag(club.name, club.tag)} />
}

function Panel({ tag, name }: { tag: string; name: string }) {
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const queue = useQuery(clubQueueQuery(tag))
  return (
    <section
      aria-label={t('me.myClub')}
      className="flex min-h-48 flex-col gap-2.5 rounded-lg border border-edge bg-card p-3.5 sm:min-h-40"
    >
      <div className="flex items-center gap-3">
        <Monogram seed={tag} name={name} className="size-11 rounded-md" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-mut">{t('me.myClub')}</p>
          <PlayerName name={name} className="block truncate text-lg leading-tight font-semibold" />
        </div>
        <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('primary', 'shrink-0')}>
          {t('me.open')}
          <span className="sr-only"> {name}</span>
        </Link>
      </div>
      <p dir="auto" className="line-clamp-3">
        {firstSentence(analytics.data ? weekSentence(analytics.data) : null) ??
          (analytics.error ? t('me.notRead') : '')}
      </p>
      {queue.data && <p className="text-sm text-mut">{lookWords(queue.data)}</p>}
    </section>
  )
}

/** The page of the club tells the rest. */
function firstSentence(week: string | null): string | null {
  return week?.split(/(?<=\.) |(?<=。)/)[0] ?? null
}

/** `Silent 2 · In form 3 · Playing less 4`; says so where nothing stands out. */
export function lookWords({ learning, ...queue }: Answer<'GET /api/browse/club/{tag}/queue'>): string {
  if (learning) return learningText(learning)
  const parts = [
    ['me.silent', queue.silent],
    ['me.inForm', queue.in_form],
    ['me.playingLess', queue.going_quiet],
  ] as const
  const shown = parts.filter(([, people]) => people.length > 0)
  if (shown.length === 0) return t('me.nobody')
  return shown.map(([id, people]) => t(id, { members: formatThousands(people.length) })).join(' · ')
}

type StarProps = { type: EntityType; tag: string; name: string }

/** Marks a club or player as a favourite, or takes the mark away. */
export function FavouriteStar({ type, tag, name }: StarProps) {
  const isKept = useFavourites().some((each) => sameFavourite(each, { type, tag }))
  const [trouble, setTrouble] = useState<string | null>(null)
  return (
    <>
      <IconButton
        label={t('me.favourite', { name })}
        aria-pressed={isKept}
        title={isKept ? t('me.unstar') : t('me.star')}
        onClick={() => void toggleFavourite({ type, tag, name }).then(setTrouble)}
        className={isKept ? 'text-warn' : 'text-mut'}
      >
        <Star size={20} aria-hidden="true" fill={isKept ? 'currentColor' : 'none'} />
      </IconButton>
      {trouble !== null && (
        <p
          role="alert"
          className="fixed inset-x-3 bottom-(--foot) mb-3 z-10 rounded-lg border border-edge bg-card p-3.5 shadow-2xl"
        >
          {trouble}
        </p>
      )}
    </>
  )
}

/** A visitor who comes back sooner has read what there is. */
const SILENT_MS = 30 * MINUTE_MS

/** When the visitor was at a page last; null for a first visit, and for one just now. */
export function useLastVisit(tag: string): string | null {
  const [since, setSince] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    void lastVisit(tag).then((at) => {
      if (isShown) setSince(at !== null && Date.now() - Date.parse(at) >= SILENT_MS ? at : null)
    })
    return () => {
      isShown = false
    }
  }, [tag])
  return since
}

/** What changed on a club's or player's page since the visitor was there last. */
export function SinceVisit({ type, tag }: { type: EntityType; tag: string }) {
  const since = useLastVisit(tag)
  const { data } = useQuery({
    ...query(`GET /api/analytics/${type}/{tag}/changes`, { params: { tag }, query: { since: since ?? '' } }),
    enabled: since !== null,
    retry: false,
  })
  if (since === null || !data) return null
  return (
    <ChangeStrip
      since={since}
      lines={changeLines(data, isolated)}
      events={type === 'club' ? '#events' : '#milestones'}
    />
  )
}

const LINES = 5

type StripProps = { since: string; lines: readonly string[]; events: string }

/** A card over the lower edge of the window, so that nothing on the page moves. It shows nothing where nothing changed. */
export function ChangeStrip({ since, lines, events }: StripProps) {
  const [isClosed, setClosed] = useState(false)
  if (lines.length === 0 || isClosed) return null
  const more = lines.length - LINES
  return (
    <aside
      aria-label={t('me.sinceVisit')}
      className="fixed inset-x-3 bottom-(--foot) mb-3 z-10 rounded-lg border border-edge bg-card p-3.5 shadow-2xl sm:start-auto sm:w-96 print:hidden"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="font-semibold">
          {t('me.sinceVisit')}{' '}
          <span className="text-sm text-mut">{withinSentence(relativeTime(since, Date.now()))}</span>
        </h2>
        <IconButton label={t('ui.close')} onClick={() => setClosed(true)} className="-me-2 -mt-2">
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <ul className="grid gap-1">
        {lines.slice(0, LINES).map((line) => (
          <li key={line} className="line-clamp-2 wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <a href={events} className="link inline-flex min-h-6" onClick={() => setClosed(true)}>
          {t('me.more', { lines: more })}
        </a>
      )}
    </aside>
  )
}
