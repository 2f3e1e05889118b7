import { Star, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#shared/days.ts'
import { changeLines } from '#shared/event-texts.ts'
import { isolated } from '#shared/plain-name.ts'
import type { EntityType } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { sameFavourite, toggleFavourite, useFavourites } from '#web/app/favourites.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { lastVisit } from '#web/app/visits.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { relativeTime, withinSentence } from '#web/ui/date-words.ts'

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
