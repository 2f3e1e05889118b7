import { count, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'

type Health = Answer<'GET /api/browse/club/{tag}/analytics'>['club_health_metrics']

/** The change of a club's trophies in its three parts, which add up to it: as a bar, and in words and numbers. */
export function WhatMoved({ health }: { health: Health }) {
  const { trophy_change_30d: total, change_span_days: span } = health
  if (total === null || span === null) return null
  const parts = partsOf(health)
  const title = `What moved the club in ${count(span, 'day')}`
  return (
    <figure aria-label={title} className="rounded-md bg-raise/60 px-4 py-3 text-sm">
      <figcaption className="flex items-center gap-2 font-semibold">
        {title} <ScoreExplain of="club_moves" />
      </figcaption>
      {parts && <PartsBar parts={parts} />}
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {parts?.map(({ key, label, trophies }) => (
          <div key={key} className="contents">
            <dt className="flex items-center gap-2 text-mut">
              <span aria-hidden="true" className={`size-3 shrink-0 rounded-sm ${LOOK[key]}`} />
              {label}
            </dt>
            <dd className="text-right font-semibold">{signed(trophies)}</dd>
          </div>
        ))}
        <dt className={parts ? 'border-t border-edge pt-1' : ''}>In all</dt>
        <dd className={`text-right font-extrabold ${parts ? 'border-t border-edge pt-1' : ''}`}>{signed(total)}</dd>
      </dl>
      {!parts && (
        <p className="mt-1 text-mut">
          How much of this came or went with members is not known: part of this history is older than that count.
        </p>
      )}
    </figure>
  )
}

/** Each part has a pattern too, so that colour is not the only sign. */
const LOOK = {
  played: 'bg-c1',
  joined: 'bg-[repeating-linear-gradient(135deg,var(--c2)_0_3px,transparent_3px_5px)] bg-c2/40',
  left: 'bg-[repeating-linear-gradient(45deg,var(--c3)_0_3px,transparent_3px_5px)] bg-c3/40',
} as const

type Part = { key: keyof typeof LOOK; label: string; trophies: number }

/** The three parts; null while one of them is not known. */
function partsOf(health: Health): Part[] | null {
  const { trophy_change_30d_played: played, trophy_change_30d_joined: joined, trophy_change_30d_left: left } = health
  if (played === null || joined === null || left === null) return null
  return [
    { key: 'played', label: played < 0 ? 'Lost by play' : 'Won by play', trophies: played },
    { key: 'joined', label: 'Came with who joined', trophies: joined },
    { key: 'left', label: 'Went with who left', trophies: left },
  ]
}

/** Losses stand left of a line at zero, gains right of it; the list below the bar says the same. */
function PartsBar({ parts }: { parts: readonly Part[] }) {
  const { losses, gains } = barSides(parts)
  if (losses.length + gains.length === 0) return null
  return (
    <div aria-hidden="true" className="mt-2 flex h-4 items-stretch">
      {losses.map((part) => (
        <span key={part.key} style={{ width: `${part.percent}%` }} className={`rounded-s-sm ${LOOK[part.key]}`} />
      ))}
      <span className="-my-1 w-0.5 shrink-0 bg-ink" />
      {gains.map((part) => (
        <span key={part.key} style={{ width: `${part.percent}%` }} className={`rounded-e-sm ${LOOK[part.key]}`} />
      ))}
    </div>
  )
}

type BarPart = Pick<Part, 'key'> & { percent: number }

/** The widths of the parts in percent of the bar, which add up to 100; a part of 0 has none. */
export function barSides(parts: readonly Pick<Part, 'key' | 'trophies'>[]): { losses: BarPart[]; gains: BarPart[] } {
  const whole = parts.reduce((sum, { trophies }) => sum + Math.abs(trophies), 0)
  const side = (sign: 1 | -1) =>
    parts
      .filter(({ trophies }) => sign * trophies > 0)
      .map(({ key, trophies }) => ({ key, percent: (100 * Math.abs(trophies)) / whole }))
  return { losses: side(-1), gains: side(1) }
}
