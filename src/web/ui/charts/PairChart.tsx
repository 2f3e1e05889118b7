import { useMemo, useState } from 'react'
import type { EntityType } from '#shared/tag.ts'
import type { TrendPoint } from './observed-runs.ts'
import { PairPlot } from './PairPlot.tsx'
import { PairReader } from './PairReader.tsx'
import { sinceStart } from './since-start.ts'
import { trendGeometry } from './trend-geometry.ts'
import { useWidth } from './use-width.ts'

export type PairSide = { name: string; points: readonly TrendPoint[] }
/** What is won by players is only a change of a club, which members who come and go move too. */
const WORDS = {
  player: ['Trophies won, season resets left out.', 'Show what was won'],
  club: ['Change, season resets left out. Members who join or leave move it too.', 'Show the change'],
} as const

type Props = { type: EntityType; a: PairSide; b: PairSide; height?: number }

/** Two trophy lines on one axis: as they are, or as their gain since the start of the timeframe. */
export function PairChart({ type, a, b, height = 264 }: Props) {
  const [gains, setGains] = useState(true)
  const [caption, action] = WORDS[type]
  const [box, width] = useWidth<HTMLDivElement>(640)
  const lines = useMemo(() => {
    const [left, right] = gains ? [sinceStart(a.points), sinceStart(b.points)] : [a.points, b.points]
    return { a: left, b: right, all: [...left, ...right] }
  }, [a.points, b.points, gains])
  const geometry = useMemo(
    () => ({
      a: trendGeometry(lines.a, width, height, lines.all),
      b: trendGeometry(lines.b, width, height, lines.all),
    }),
    [lines, width, height],
  )
  return (
    <figure aria-label="Trophies of both">
      <div ref={box} className="relative min-w-0" style={{ height }}>
        <PairPlot geometry={geometry} />
        <PairReader a={{ ...a, points: lines.a }} b={{ ...b, points: lines.b }} geometry={geometry.a} gains={gains} />
      </div>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-mut">
        <span>{gains ? caption : 'Trophies of each day.'} Days are UTC.</span>
        <button type="button" aria-pressed={!gains} onClick={() => setGains(!gains)} className="link min-h-6">
          {gains ? 'Show all trophies' : action}
        </button>
      </figcaption>
    </figure>
  )
}
