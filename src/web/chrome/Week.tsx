import type { ReactNode } from 'react'
import { formatThousands, signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { Highlight } from './Highlight.tsx'

type Health = Answer<'GET /api/browse/club/{tag}/analytics'>['club_health_metrics']

/** Null where it is not known. */
type Moves = Record<'played' | 'joined' | 'left', number | null>

/** The days of which a club's growth is told, where all are known. */
export const GROWTH_DAYS = 7

type WeekProps = {
  sentence: string
  /** What moved the club's trophies; null where nobody looked. */
  moves: Moves | null
  /** The days of which it is told. */
  days?: number | null
  /** As for `Highlight`. */
  leads?: boolean
}

/** The week in one sentence, and the change of the club's trophies in its three parts. */
export function Week({ sentence, moves, days, leads = false }: WeekProps) {
  return (
    <div className="grid gap-2">
      <Highlight sentence={sentence} leads={leads} />
      {moves && <WeekParts moves={moves} days={days ?? GROWTH_DAYS} className={leads ? '' : 'px-4'} />}
    </div>
  )
}

/** What moved a club in the last days; nothing where no growth is known. */
export function movesOf(health: Health | null | undefined): Pick<WeekProps, 'moves' | 'days'> {
  if (!health || health.trophy_growth_7d === null) return { moves: null }
  const { trophy_growth_7d_played: played, trophy_growth_7d_joined: joined, trophy_growth_7d_left: left } = health
  return { moves: { played, joined, left }, days: health.growth_span_days }
}

type PartsProps = { moves: Moves; days: number; className: string }

/**
 * Won by play, brought by joiners, taken by leavers: as a bar, and in words and numbers. They add up to the change in
 * all.
 */
function WeekParts({ moves: { played, joined, left }, days, className }: PartsProps) {
  const title = t('week.moved', { days })
  if (played === null || joined === null || left === null) {
    return <p className={`text-sm text-mut ${className}`}>{t('week.partsUnknown')}</p>
  }
  // The sentence says all of it.
  if (joined === 0 && left === 0) return null
  return (
    <figure aria-label={title} className={`text-sm ${className}`}>
      <PartsBar parts={{ played, joined, left }} />
      <div className="mt-1.5 flex items-center justify-between gap-2">
        <dl className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5">
          {trophyMoves([played, joined, left]).map(([label, value], place) => (
            <div key={label} className="flex flex-wrap items-center gap-x-1.5">
              <dt className="flex items-center gap-1.5 text-mut">
                <span aria-hidden="true" className={`size-3 shrink-0 rounded-sm ${LOOK[place]?.[1] ?? ''}`} />
                {label}
              </dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <ScoreExplain of="club_moves" />
      </div>
    </figure>
  )
}

const LABELS = ['week.partPlayed', 'week.partJoined', 'week.partLeft', 'week.partAll'] as const

/** The parts of a change, and the change in all where it is given, with their names. */
export function trophyMoves(trophies: readonly (number | null | undefined)[]): [label: string, value: ReactNode][] {
  return trophies.map((value, place) => {
    const id = LABELS[place]
    const label = id === undefined ? '' : t(id)
    return [label, <KnownNumber key={label} value={value} format={plainlySigned} />]
  })
}

/** With its sign; nothing is `0`. */
export const plainlySigned = (trophies: number) => signed(trophies, formatThousands, { zero: '' })

/** Each part has a shape too, so that colour is not the only sign: full, hollow, and flat. */
const LOOK = [
  ['played', 'bg-c1'],
  ['joined', 'border-2 border-c2 bg-c2/25'],
  ['left', 'bg-c3 scale-y-50'],
] as const

type Parts = Record<(typeof LOOK)[number][0], number>

/** Losses stand left of a line at zero, gains right of it; the list below the bar says the same. */
function PartsBar({ parts }: { parts: Parts }) {
  const { losses, gains } = barSides(parts)
  return (
    <div aria-hidden="true" dir="ltr" className="flex h-3">
      {losses.map(([look, percent]) => (
        <span key={look} style={{ width: `${percent}%` }} className={look} />
      ))}
      <span className="-my-1 w-0.5 shrink-0 bg-ink" />
      {gains.map(([look, percent]) => (
        <span key={look} style={{ width: `${percent}%` }} className={look} />
      ))}
    </div>
  )
}

type Side = [look: string, percent: number][]

/** The looks and widths of the parts, in percent of the bar, which add up to 100; a part of 0 has none. */
export function barSides(parts: Parts): { losses: Side; gains: Side } {
  const whole = LOOK.reduce((sum, [part]) => sum + Math.abs(parts[part]), 0)
  const side = (sign: 1 | -1) =>
    LOOK.flatMap(([part, look]): Side => {
      const size = sign * parts[part]
      return size > 0 ? [[look, (100 * size) / whole]] : []
    })
  return { losses: side(-1), gains: side(1) }
}
