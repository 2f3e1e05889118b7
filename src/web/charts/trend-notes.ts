import { factsInWords, formatThousands, signed } from '#shared/number-format.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import { type Geometry, observedRuns, type TrendPoint } from './trend-geometry.ts'

/** A day and its change in trophies, without what a reset took. */
export type Extreme = { point: TrendPoint; change: number }

/**
 * The days of the biggest gain and the biggest loss, without resets and changes of several days; null when no day has
 * one.
 */
export function findExtremes(points: readonly TrendPoint[]): { gain: Extreme | null; loss: Extreme | null } {
  const known = points.flatMap((point) =>
    point.change === null || point.since !== undefined ? [] : [{ point, change: point.change - point.reset }],
  )
  const best = (sign: 1 | -1) =>
    known.reduce<Extreme | null>((top, one) => {
      return sign * one.change > Math.max(0, sign * (top?.change ?? 0)) ? one : top
    }, null)
  return { gain: best(1), loss: best(-1) }
}

/** What a reset took, in words; empty without one. */
function resetText(reset: number): string {
  return reset === 0 ? '' : t('chart.resetTook', { trophies: formatThousands(Math.abs(reset)) })
}

/** Of a day on which nobody looked: its figure is the last one from before. */
const UNSEEN = 'chart.seenEarlier' satisfies PlainTextId

/** What is odd about a day: not seen, the first one, a reset, or its own note. */
export function pointNote(point: TrendPoint): string {
  if (point.ahead) return t('chart.forecast')
  const observation = !point.observed
    ? point.value === null
      ? t('chart.nobodyLooked')
      : t(UNSEEN)
    : point.since === undefined
      ? point.change === null && !point.begins && t('chart.firstDay')
      : t('chart.since', { day: dayLabel(point.since) })
  return factsInWords([observation, resetText(point.reset), point.note])
}

/** A range of trophies: `48,500 to 49,900`. */
export function rangeText({ low, high }: { low: number; high: number }): string {
  return low === high
    ? formatThousands(low)
    : t('chart.range', { from: formatThousands(low), to: formatThousands(high) })
}

/** What else happened on a day, in words: a reset, members who joined or left. Empty for changes by play alone. */
function reasonFor({ reset, note }: TrendPoint): string {
  return factsInWords([resetText(reset), note])
}

/** What screen readers say of a day: `Nov 12: 48,214 trophies`. */
export function spokenPoint(point: TrendPoint): string {
  const day = dayLabel(point.date)
  if (point.value === null) return t('chart.dayIs', { day, words: t('chart.unknown') })
  if (point.ahead) return t('chart.dayForecast', { day, range: rangeText(point.ahead) })
  const carried = point.observed
    ? point.since === undefined
      ? ''
      : t('chart.since', { day: dayLabel(point.since) })
    : t(UNSEEN)
  return [t('chart.dayTrophies', { day, trophies: formatThousands(point.value) }), carried, reasonFor(point)]
    .filter(Boolean)
    .join(', ')
}

/** The line in words: where it begins and ends, its gain, what resets took, the best day and the worst one. */
export function trendSummary(points: readonly TrendPoint[]): string {
  const known = points.filter((point) => point.value !== null && !point.ahead)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first.value === null || last.value === null) return t('chart.nothing')
  const { gain, loss } = findExtremes(points)
  const reset = known.reduce((sum, point) => sum + point.reset, 0)
  const parts = [
    spanText(first, first.value, last),
    reset !== 0 && t('chart.resetsTook', { trophies: formatThousands(Math.abs(reset)) }),
    gain && t('chart.bestDay', { day: dayText(gain) }),
    loss && t('chart.worstDay', { day: dayText(loss) }),
    fanText(points.at(-1)),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Where the fan ends; empty without one. */
function fanText(last: TrendPoint | undefined): string {
  return last?.ahead ? t('chart.forecastFor', { day: dayLabel(last.date), range: rangeText(last.ahead) }) : ''
}

function spanText(first: TrendPoint, closed: number, last: TrendPoint): string {
  const before = closed - first.gained - first.reset
  const end = { after: formatThousands(last.value ?? 0), to: dayLabel(last.date) }
  if (first === last && before === closed) return t('chart.onlyDay', end)
  const id = first.change === null && !first.begins ? 'chart.fromSeen' : 'chart.fromOn'
  return t(id, { ...end, before: formatThousands(before), from: dayLabel(first.date), gain: signed(last.gained) })
}

function dayText({ point, change }: Extreme): string {
  const reason = reasonFor(point)
  const values = { change: signed(change), day: dayLabel(point.date) }
  return reason ? t('chart.changeWhy', { ...values, reason }) : t('chart.changeOn', values)
}

/** What moved a line beside play, on its best and its worst day and at each reset: drawn as a sign, told in words. */
type Cause = { key: string; kind: 'gain' | 'loss' | 'reset'; text: string }

/**
 * The causes of the signs in a plot, by day. Where play alone moved a day there is none. A loss so close to a reset that
 * the plot has no sign of its own for it is told too.
 */
export function trendCauses(points: readonly TrendPoint[]): Cause[] {
  const { gain, loss } = findMarkedDays(points)
  return points.flatMap((point): Cause[] => {
    const extreme = [gain, loss].find((each) => each?.point === point)
    if (extreme && reasonFor(point) !== '') {
      return [{ key: point.date, kind: extreme === gain ? 'gain' : 'loss', text: dayText(extreme) }]
    }
    if (point.reset === 0) return []
    return [
      {
        key: point.date,
        kind: 'reset',
        text: t('chart.dayIs', { day: dayLabel(point.date), words: resetText(point.reset) }),
      },
    ]
  })
}

/** Height of a line of small text, and of its letters above the baseline, in pixels. */
const LINE_HEIGHT = 15
export const BASELINE = 12

type Kind = 'gain' | 'loss' | 'reset' | 'goal'
type Place = { x: number; y: number }
/** A rectangle of the chart, in pixels from its upper left corner. */
export type Area = { left: number; top: number; width: number; height: number }

/** What is marked on a trend chart, and its label; without one where the label would cover something. */
export type Mark = { key: string; kind: Kind; at: Place; label: (Area & { text: string }) | null }

type Goal = { value: number; label: string }

/** A mark before its label has a place. A reset is known by its sign. */
type Wanted = Omit<Mark, 'label'> & { text: string | null }

/** The best and the worst day, the goal and every reset. No label covers another, a dot, or a line. */
export function plotMarks(points: readonly TrendPoint[], geometry: Geometry, goal?: Goal): Mark[] {
  const days = dayMarks(points, geometry)
  const goals = goal ? goalMarks(geometry, goal) : []
  const resets = resetMarks(points, geometry)
  const name = fanName(points, geometry)
  const { left, right } = geometry.box
  const taken: Area[] = [
    ...days.map(({ at }) => ({ left: at.x - DOT, top: at.y - DOT, width: 2 * DOT, height: 2 * DOT })),
    ...goals.map(({ at }) => ({ left, top: at.y - 1, width: right - left, height: 2 })),
    ...resets.map(({ at }) => ({ left: at.x - DOT, top: at.y - 2 * DOT, width: 2 * DOT, height: 2 * DOT })),
    ...lineAreas(points, geometry),
    ...(name ? [name] : []),
  ]
  return [...days, ...goals, ...resets].map(({ text, ...mark }) => {
    const label = text === null ? null : place(mark, text, taken, geometry.box)
    if (label) taken.push(label)
    return { ...mark, label }
  })
}

/** The name of the days ahead, in the corner that they leave free; null without any. */
export function fanName(points: readonly TrendPoint[], { box, y }: Pick<Geometry, 'box' | 'y'>) {
  const last = points.at(-1)
  if (!last?.ahead || last.value === null) return null
  const isHigh = y(last.value) < (box.top + box.bottom) / 2
  const text = t('chart.forecast')
  const width = widthOf(text)
  const baseline = isHigh ? box.bottom - 8 : box.top + 16
  return { left: box.right - width, top: baseline - BASELINE, width, height: LINE_HEIGHT, text }
}

/** Half of the room of a dot. */
const DOT = 7

/** The trophy line as a row of small areas; in a steep fall they are high. */
export function lineAreas(points: readonly TrendPoint[], { x, y }: Pick<Geometry, 'x' | 'y'>): Area[] {
  return observedRuns(points).flatMap((run) =>
    run.slice(1).flatMap((point, index) => {
      const before = run[index] ?? point
      const [from, to] = [before, point].map(({ date, value }) => ({ x: x(date), y: y(value) })) as [Place, Place]
      const steps = Math.max(1, Math.ceil((to.x - from.x) / STEP))
      return Array.from({ length: steps }, (_, step): Area => {
        const [start, end] = [step, step + 1].map((at) => from.y + ((to.y - from.y) * at) / steps) as [number, number]
        return {
          left: from.x + ((to.x - from.x) * step) / steps,
          top: Math.min(start, end) - 1,
          width: (to.x - from.x) / steps,
          height: Math.abs(end - start) + 2,
        }
      })
    }),
  )
}

/** The width of an area of the line, in pixels. */
const STEP = 6

/** A loss of a smaller share is the noise of a day. */
const LEAST_LOSS = 0.01

/** The best day, and the worst one if it lost enough to be worth a sign. */
function findMarkedDays(points: readonly TrendPoint[]): ReturnType<typeof findExtremes> {
  const { gain, loss } = findExtremes(points)
  const isSmall = loss !== null && Math.abs(loss.change) < LEAST_LOSS * (loss.point.value ?? 0)
  return { gain, loss: isSmall ? null : loss }
}

/** A loss that is nearer to a reset, in pixels, cannot be told from it in the plot. */
const BESIDE_RESET = 24

function dayMarks(points: readonly TrendPoint[], { x, y }: Geometry): Wanted[] {
  const { gain, loss } = findMarkedDays(points)
  const isBesideReset = ({ date }: TrendPoint) =>
    points.some((point) => point.reset !== 0 && Math.abs(x(point.date) - x(date)) < BESIDE_RESET)
  return ([gain, loss] as const).flatMap((extreme, index) => {
    if (!extreme || extreme.point.value === null) return []
    if (extreme === loss && isBesideReset(extreme.point)) return []
    const kind = index === 0 ? 'gain' : 'loss'
    const text = `${SIGN[kind]} ${signed(extreme.change)}`
    return [{ key: kind, kind, at: { x: x(extreme.point.date), y: y(extreme.point.value) }, text } as const]
  })
}

/** The signs before what was won and lost on a day. */
export const SIGN = { gain: '▲', loss: '▼' } as const

function goalMarks({ box, y }: Geometry, { value, label }: Goal): Wanted[] {
  const at = { x: box.left, y: y(value) }
  return at.y < box.top || at.y > box.bottom ? [] : [{ key: label, kind: 'goal', at, text: `★ ${label}` }]
}

function resetMarks(points: readonly TrendPoint[], { box, x }: Geometry): Wanted[] {
  const resets = points.filter(({ reset }) => reset !== 0)
  return resets.map(({ date }) => {
    return { key: date, kind: 'reset', at: { x: x(date), y: box.bottom }, text: null } as const
  })
}

/** Free room around a label. */
const MARGIN = 3

/** The first place near the mark where the label covers nothing, within the plot and the room above it; null for none. */
function place(mark: Omit<Mark, 'label'>, text: string, taken: readonly Area[], box: Geometry['box']) {
  const size = { width: widthOf(text) + MARGIN, height: LINE_HEIGHT }
  const within = candidates(mark, size, box).filter(({ left, top }) => {
    return left >= box.left && left + size.width <= box.right + MARGIN && top >= 0 && top + size.height <= box.bottom
  })
  const free = within.find((at) => !taken.some((other) => overlaps({ ...at, ...size }, other)))
  return free ? { ...free, ...size, text } : null
}

/** Whether two areas share a point. */
export function overlaps(one: Area, other: Area): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  )
}

type Corner = { left: number; top: number }

/** The upper left corners to try, the best first. */
function candidates({ kind, at }: Omit<Mark, 'label'>, size: { width: number; height: number }, box: Geometry['box']) {
  if (kind === 'goal') return findCornersAlongLine(at.y, size, box)
  const middle = Math.min(Math.max(at.x - size.width / 2, box.left), box.right - size.width)
  const [after, before] = [at.x + DOT + MARGIN, at.x - DOT - MARGIN - size.width]
  const [above, below] = [at.y - DOT - MARGIN - size.height, at.y + DOT + MARGIN]
  const nearest = kind === 'gain' ? [above, below] : [below, above]
  const sides = [after, before].map((left) => ({ left, top: at.y - size.height / 2 }))
  const farther = [0, 1, 2, 3, 4].flatMap((step) => [above - step * LINE_HEIGHT, below + step * LINE_HEIGHT])
  return [
    ...nearest.map((top) => ({ left: middle, top })),
    ...sides,
    ...farther.flatMap((top) => [middle, after, before].map((left) => ({ left, top }))),
  ]
}

/** Above or below a line across the plot, at its left end, its right end and between. */
function findCornersAlongLine(
  y: number,
  { width, height }: { width: number; height: number },
  box: Geometry['box'],
): Corner[] {
  const room = box.right - width - box.left
  const lefts = [box.left + 6, ...[1, 0.5, 0.25, 0.75].map((share) => box.left + share * room)]
  return lefts.flatMap((left) => [
    { left, top: y - height - 1 },
    { left, top: y + 2 },
  ])
}

/** Widths of small semibold letters, in pixels: of Latin scripts and others near them, and of the wider rest. */
const [LATIN, OTHER] = [7.4, 12.5]
/** Marks that isolate the direction of a name. They have no width. */
const INVISIBLE = /[\u2066-\u2069]/

/** An estimate of the width of a small label, in pixels. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0)
}

function widthOfLetter(letter: string): number {
  if (INVISIBLE.test(letter)) return 0
  return letter < '\u0500' ? LATIN : OTHER
}
