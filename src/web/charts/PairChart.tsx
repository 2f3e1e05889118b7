import { useMemo, useState } from 'react'
import { factsInWords, formatThousands, signed } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import type { EntityType } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import { PAIR_LINES, PairMark } from './PairLines.tsx'
import { DaySlider, overPlot, ReadingLine, TrendAxes, useDayReading, useWidth } from './PlotFrame.tsx'
import { overSameDays, type Progression, sinceStart, trendPoints } from './TrophyLine.tsx'
import type { TrendPoint } from './trend-geometry.ts'
import { type Geometry, nearestDay, trendGeometry } from './trend-geometry.ts'

type PairSide = { name: string; points: readonly TrendPoint[] }

/** A player wins trophies. A club only changes: members who join or leave bring or take theirs. */
const WORDS = {
  player: ['chart.won', 'chart.showWon'],
  club: ['chart.moved', 'chart.showMoved'],
} as const satisfies Record<EntityType, readonly [caption: PlainTextId, action: PlainTextId]>

type Given = { name: string; progression: Progression }
type Props = { type: EntityType; a: Given; b: Given; height?: number }

/** Two trophy lines on one axis: as their gain since the start of the timeframe, or as all trophies. */
export function PairChart({ type, a, b, height = 264 }: Props) {
  const [gains, setGains] = useState(true)
  const [caption, action] = WORDS[type]
  const [box, width] = useWidth<HTMLDivElement>(320)
  const lines = useMemo(() => {
    const all = overSameDays(trendPoints(a.progression), trendPoints(b.progression))
    const [left, right] = gains ? [sinceStart(all[0]), sinceStart(all[1])] : all
    return { a: left, b: right, all: [...left, ...right] }
  }, [a.progression, b.progression, gains])
  const geometry = useMemo(
    () => ({
      a: trendGeometry(lines.a, width, height, { scaled: lines.all }),
      b: trendGeometry(lines.b, width, height, { scaled: lines.all }),
    }),
    [lines, width, height],
  )
  return (
    <figure aria-label={t('chart.both')}>
      <div ref={box} className="min-w-0">
        <ReadablePair
          key={lines.a.length}
          sides={{ a: { name: a.name, points: lines.a }, b: { name: b.name, points: lines.b } }}
          geometry={geometry}
          gains={gains}
        />
      </div>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-mut">
        <span>{gains ? t(caption) : t('chart.trophiesUtc')}</span>
        <button type="button" aria-pressed={!gains} onClick={() => setGains(!gains)} className="link min-h-6">
          {gains ? t('chart.showAll') : t(action)}
        </button>
      </figcaption>
    </figure>
  )
}

/** Both lines over the same axes. Days that were not observed leave a gap. */
function PairPlot({ geometry }: { geometry: Record<'a' | 'b', Geometry> }) {
  const { width, height } = geometry.a.box
  return (
    <svg width={width} height={height} aria-hidden="true" className="block max-w-full overflow-visible text-xs">
      <TrendAxes geometry={geometry.a} />
      {(['a', 'b'] as const).map((side) => (
        <g key={side}>
          {geometry[side].stretches.map(({ key, line, alone }) =>
            alone ? (
              <circle key={key} cx={alone.x} cy={alone.y} r="3.5" fill={PAIR_LINES[side].stroke} />
            ) : (
              <path key={key} d={line} {...PAIR_LINES[side]} />
            ),
          )}
        </g>
      ))}
    </svg>
  )
}

type ReadablePairProps = {
  sides: Record<'a' | 'b', PairSide>
  geometry: Record<'a' | 'b', Geometry>
  gains: boolean
}

/** Both lines, and above them their readings on one day: a slider chooses which. */
function ReadablePair({ sides: { a, b }, geometry, gains }: ReadablePairProps) {
  const reading = useDayReading(a.points.length)
  const day = a.points[reading.index]
  const { box, x } = geometry.a
  const values = [a, b].map(({ points }) => valueText(points[reading.index]?.value ?? null, gains))
  const names = [a, b].map(({ name }) => plainName(name))
  return (
    <>
      {day && (
        <ReadingLine date={day.date}>
          {names.map((name, index) => (
            <span key={index === 0 ? 'a' : 'b'} className="flex max-w-full min-w-0 items-baseline gap-1.5">
              <PairMark of={index === 0 ? 'a' : 'b'} />
              <bdi className="truncate">{name}</bdi>
              <b className="text-base font-extrabold whitespace-nowrap">{values[index]}</b>
            </span>
          ))}
        </ReadingLine>
      )}
      <div dir="ltr" className="relative" style={{ height: box.height }}>
        <PairPlot geometry={geometry} />
        {day && (
          <>
            {reading.isChosen && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute w-px bg-ink/60"
                style={{ left: x(day.date), top: box.top, height: box.bottom - box.top }}
              />
            )}
            <DaySlider
              label={t('chart.byDay', { label: t('chart.both') })}
              valueText={t('chart.dayIs', {
                day: dayLabel(day.date),
                words: factsInWords(names.map((name, index) => `${name} ${values[index]}`)),
              })}
              days={a.points.length}
              reading={reading}
              dayAt={(pixels) => nearestDay(a.points, geometry.a, pixels + box.left)}
              style={overPlot(geometry.a)}
            />
          </>
        )}
      </div>
    </>
  )
}

function valueText(value: number | null, gains: boolean): string {
  if (value === null) return t('chart.unknown')
  return gains ? signed(value) : formatThousands(value)
}
