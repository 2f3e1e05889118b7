import { keepPreviousData } from '@tanstack/react-query'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { dayOf } from '#shared/days.ts'
import { changeLines } from '#shared/event-texts.ts'
import { formatThousands, signed } from '#shared/number-format.ts'
import { isolated } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { type Favourite, orderFavourites, useFavourites } from '#web/app/favourites.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { DASHBOARD_VISIT } from '#web/app/visits.ts'
import { ChangeStrip, FavouriteStar, useLastVisit } from '#web/chrome/ComingBack.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { SectionFailure } from '#web/ui/Notice.tsx'
import { LastSeen, useNow } from '#web/ui/RelativeTime.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

type Entry = Answer<'GET /api/browse/board'>['entries'][number]

const keyOf = ({ type, tag }: Pick<Favourite, 'type' | 'tag'>) => `${type} ${tag}`

type Props = { children: ReactNode /** Stands there until the figures have come. */; pending: ReactNode }

/** The visitor's favourites side by side, in the order that they gave them, and below them the rest of the page. */
export function Board({ children, pending }: Props) {
  const favourites = useFavourites()
  const since = useLastVisit(DASHBOARD_VISIT)
  const tagsOf = (type: Favourite['type']) =>
    favourites
      .flatMap((each) => (each.type === type ? [each.tag.slice(1)] : []))
      .sort()
      .join(',')
  const asked = { clubs: tagsOf('club'), players: tagsOf('player'), ...(since !== null && { since }) }
  const { data, error, refetch } = useQuery({
    ...query('GET /api/browse/board', { query: asked }),
    placeholderData: keepPreviousData,
    enabled: favourites.length > 0,
  })
  if (favourites.length === 0) return children
  if (!data && !error) return pending
  const entries = new Map(data?.entries.map((entry) => [keyOf(entry), entry]))
  return (
    <>
      <Card title={t('dashboard.favourites')} id="board">
        {error && !data && (
          <SectionFailure title={t('dashboard.figuresFailed')} message={error.message} onRetry={() => void refetch()} />
        )}
        <Rows favourites={favourites} entries={entries} isKnown={data !== undefined} />
        <p className="mt-2 text-sm text-mut">{t('dashboard.byPlay')}</p>
      </Card>
      {since !== null && <ChangeStrip since={since} lines={linesOf(favourites, entries)} events="#board" />}
      <div className="mt-6">{children}</div>
    </>
  )
}

function linesOf(favourites: readonly Favourite[], entries: ReadonlyMap<string, Entry>): string[] {
  return favourites.flatMap((favourite) => {
    const { name = '', changes = null } = entries.get(keyOf(favourite)) ?? {}
    return changes === null ? [] : changeLines(changes, isolated).map((line) => `${isolated(name)}: ${line}`)
  })
}

type RowsProps = { favourites: readonly Favourite[]; entries: ReadonlyMap<string, Entry>; isKnown: boolean }

/** The rows can be dragged by their handles; with the keyboard the arrow keys move them. */
function Rows({ favourites, entries, isKnown }: RowsProps) {
  const [dragged, setDragged] = useState<readonly Favourite[] | null>(null)
  const [said, say] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const shown = dragged ?? favourites
  const moved = (from: number, to: number) => {
    const order = shown.toSpliced(from, 1).toSpliced(to, 0, shown[from] as Favourite)
    say(t('dashboard.moved', { name: shown[from]?.name ?? '', place: to + 1, count: shown.length }))
    return order
  }
  const handle = (place: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const to = place + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0)
      if (to === place || to < 0 || to >= shown.length) return
      event.preventDefault()
      orderFavourites(moved(place, to))
    },
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(shown)
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged === null) return
      const to = placeAt(list.current, event.clientY)
      if (to !== null && to !== place) setDragged(moved(place, to))
    },
    onPointerUp: () => {
      if (dragged !== null) orderFavourites(dragged)
      setDragged(null)
    },
    onPointerCancel: () => setDragged(null),
  })
  return (
    <>
      <p id="board-keys" className="sr-only">
        {t('dashboard.moveKeys')}
      </p>
      <ol ref={list}>
        {shown.map((favourite, place) => (
          <li
            key={keyOf(favourite)}
            className="flex items-start gap-2 max-sm:gap-0 border-t border-edge py-2 first:border-t-0"
          >
            <button
              type="button"
              aria-label={t('dashboard.move', { name: favourite.name })}
              aria-describedby="board-keys"
              className="inline-flex size-[44px] shrink-0 items-center justify-center rounded-md text-mut hover:bg-raise"
              style={{ touchAction: 'none' }}
              {...handle(place)}
            >
              <GripVertical size={18} aria-hidden="true" />
            </button>
            <Row favourite={favourite} entry={entries.get(keyOf(favourite))} isKnown={isKnown} />
            <FavouriteStar {...favourite} />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

/** The place of the row at that height; null above and below the list. */
function placeAt(list: HTMLOListElement | null, y: number): number | null {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
  const place = rows.findIndex(({ top, bottom }) => y >= top && y < bottom)
  return place === -1 ? null : place
}

const KIND = { club: 'dashboard.isClub', player: 'dashboard.isPlayer' } as const
const change = (value: number) => signed(value, formatThousands)

/** Changes that a row tells; the page of the club or player tells all. */
const LINES = 2

type RowProps = { favourite: Favourite; entry: Entry | undefined; isKnown: boolean }

function Row({ favourite: { type, tag, name }, entry, isKnown }: RowProps) {
  const now = useNow()
  const lastDay = dayOf(new Date(entry?.last_updated ?? now))
  const lines = entry?.changes ? changeLines(entry.changes, isolated).slice(0, LINES) : []
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
      <p className="flex min-h-11 items-center gap-2">
        <Monogram seed={tag} name={entry?.name ?? name} className="size-8 shrink-0 rounded-sm" />
        <span className="min-w-0 flex-1">
          <EntityLink
            to={type === 'club' ? '/club/$tag' : '/player/$tag'}
            tag={tag}
            name={entry?.name ?? name}
            className="block font-semibold"
            clipped
          />
          <span className="block text-sm text-mut">
            <span className="sr-only">{t(KIND[type])} </span>
            {entry && (
              <Text id="club.trophiesOf" values={{ trophies: formatThousands(entry.trophies), said: saidOnly }} />
            )}
          </span>
        </span>
        {entry && <Spark closes={entry.closes} />}
      </p>
      {isKnown && !entry && <p className="text-sm text-mut">{t('dashboard.gone')}</p>}
      {entry && (
        <dl className="flex flex-wrap gap-x-4 text-sm">
          <Gain
            label={dayOf(new Date(now)) === lastDay ? t('dashboard.today') : shortDay(lastDay)}
            played={entry.today_played}
            gain={entry.today}
          />
          <Gain label={t('dashboard.week')} played={entry.week_played} gain={entry.week} />
        </dl>
      )}
      {entry && <LastSeen seen={entry} />}
      {lines.map((line) => (
        <p key={line} className="text-sm wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  )
}

type GainProps = { label: string; played: number | null; gain: number | null }

/** What was won by play; where that is not known, the change in all, which says so. */
function Gain({ label, played, gain }: GainProps) {
  const inAll = played === null && gain !== null
  return (
    <Figure
      label={inAll ? t('dashboard.inAll', { time: label }) : label}
      value={<KnownNumber value={played ?? gain} format={change} />}
    />
  )
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-mut">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

const WIDE = 96
const HIGH = 28

/** The trophies of 30 days as a line. The figures beside it say the same in numbers. */
function Spark({ closes }: { closes: Entry['closes'] }) {
  const known = closes.filter((close) => close !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const points = closes.flatMap((close, day) => {
    if (close === null) return []
    const height = most === least ? 0.5 : (close - least) / (most - least)
    return [`${(day / (closes.length - 1)) * WIDE},${HIGH - 2 - height * (HIGH - 4)}`]
  })
  return (
    <svg
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      width={WIDE}
      height={HIGH}
      className="w-16 shrink-0 sm:w-24"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} fill="none" stroke="var(--acc)" strokeWidth="2" />
    </svg>
  )
}
