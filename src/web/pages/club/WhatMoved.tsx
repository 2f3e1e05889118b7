import type { ReactNode } from 'react'
import { count, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'

type Health = Answer<'GET /api/browse/club/{tag}/analytics'>['club_health_metrics']

/** The change of a club's trophies in its three parts, which add up to it: as a bar, and in words and numbers. */
export function WhatMoved({ health }: { health: Health }) {
  const {
    trophy_change_30d: total,
    trophy_change_30d_played: played,
    trophy_change_30d_joined: joined,
    trophy_change_30d_left: left,
    change_span_days: span,
  } = health
  const title = `What moved the club in ${count(span ?? 0, 'day')}`
  const areKnown = played !== null && joined !== null && left !== null
  return (
    <figure aria-label={title} className="rounded-md bg-raise/60 px-4 py-3 text-sm">
      <figcaption className="flex items-center gap-2 font-semibold">
        {title} <ScoreExplain of="club_moves" />
      </figcaption>
      {areKnown && <PartsBar parts={{ played, joined, left }} />}
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {moves([played, joined, left, total])
          .slice(areKnown ? 0 : -1)
          .map(([label, value], place) => (
            <div key={label} className="contents">
              <dt className="flex items-center gap-2 text-mut">
                {areKnown && (
                  <span aria-hidden="true" className={`size-3 shrink-0 rounded-sm ${LOOK[place]?.[1] ?? ''}`} />
                )}
                {label}
              </dt>
              <dd className="text-right font-semibold">{value}</dd>
            </div>
          ))}
      </dl>
      {!areKnown && (
        <p className="mt-1 text-mut">
          How much came or went with members is not known: the history is older than that count.
        </p>
      )}
    </figure>
  )
}

const LABELS = ['Won or lost by play', 'Brought by joiners', 'Taken by leavers', 'In all'] as const

/** The parts of a change and the change in all, with their names. */
export function moves(trophies: readonly (number | null | undefined)[]): [label: string, value: ReactNode][] {
  return LABELS.map((label, place) => [label, <KnownNumber key={label} value={trophies[place]} format={signed} />])
}

/** Each part has a pattern too, so that colour is not the only sign. */
const LOOK = [
  ['played', 'bg-c1'],
  ['joined', 'bg-[repeating-linear-gradient(135deg,var(--c2)_0_3px,transparent_3px_5px)]'],
  ['left', 'bg-[repeating-linear-gradient(45deg,var(--c3)_0_3px,transparent_3px_5px)]'],
] as const

type Parts = Record<(typeof LOOK)[number][0], number>

/** Losses stand left of a line at zero, gains right of it; the list below the bar says the same. */
function PartsBar({ parts }: { parts: Parts }) {
  const { losses, gains } = barSides(parts)
  return (
    <div aria-hidden="true" className="mt-2 flex h-4">
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
