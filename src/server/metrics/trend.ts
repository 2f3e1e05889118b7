import type { WindowView } from './daily-series.ts'

/** A slope of a thousandth of the trophies a day, at least of 5 trophies a day, already counts as clear improvement. */
const CLEAR_SHARE = 0.001
const CLEAR_LEAST = 5

/**
 * `improvement_trend`: 50 x (1 + tanh(s / s0)), s being the Theil-Sen slope of the closes without resets, in trophies a
 * day, and s0 = max(5, 0.001 x close of the first observed day). 0 to 100, exact; 50 is flat. Null where nothing was
 * observed (docs/formulas.md#improvement-trend).
 */
export function improvementTrend(view: WindowView): number | null {
  const first = view.observed[0]
  if (first === undefined) return null
  const clear = Math.max(CLEAR_LEAST, CLEAR_SHARE * first.close)
  return 50 * (1 + Math.tanh(theilSenSlope(netLine(view)) / clear))
}

/** Closes of the observed days with every reset since the first of them added back, in trophies. */
function netLine({ observed }: WindowView): number[] {
  let taken = 0
  return observed.map(({ close, reset }, index) => {
    if (index > 0) taken += reset
    return close - taken
  })
}

/** Kept for the next line, since a club has 30 of them. It has room for the pairs of 90 days, and grows. */
let slopes = new Float64Array((90 * 89) / 2)

/**
 * The Theil-Sen slope of a line with one value a day: the median of (y[j] - y[i]) / (j - i) over all pairs of days, in
 * units a day. 0 for fewer than two days (docs/formulas.md#improvement-trend).
 */
export function theilSenSlope(line: readonly number[]): number {
  if (line.length < 2) return 0
  const pairs = (line.length * (line.length - 1)) / 2
  if (slopes.length < pairs) slopes = new Float64Array(pairs)
  let next = 0
  for (let from = 0; from < line.length; from++) {
    const first = line[from] ?? 0
    for (let to = from + 1; to < line.length; to++) slopes[next++] = ((line[to] ?? 0) - first) / (to - from)
  }
  return median(slopes, pairs)
}

/**
 * The median of the first `length` values, which it reorders. Of an even number of values it is the mean of the two in
 * the middle, of none NaN.
 */
export function median(values: Float64Array, length: number = values.length): number {
  const middle = length >> 1
  const upper = select(values, middle, length)
  if (length % 2 === 1) return upper
  // Everything left of the middle is no larger now, so the other middle value is the largest of it.
  let lower = Number.NEGATIVE_INFINITY
  for (let index = 0; index < middle; index++) lower = Math.max(lower, values[index] ?? lower)
  return (lower + upper) / 2
}

/** Quickselect: moves the value of that rank to its place, with none larger before it. Linear time on average. */
function select(values: Float64Array, rank: number, length: number): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const last = partition(values, low, high, pivotFor(values, low, high, rank))
    if (rank <= last) high = last
    else low = last + 1
  }
  return length === 0 ? Number.NaN : (values[rank] ?? Number.NaN)
}

const SAMPLE = 15
const sample = new Float64Array(SAMPLE)

/** A value near the wanted rank, from a small sample: that halves the work. */
function pivotFor(values: Float64Array, low: number, high: number, rank: number): number {
  const length = high - low + 1
  if (length < 4 * SAMPLE) return values[(low + high) >> 1] ?? 0
  const step = Math.floor(length / SAMPLE)
  for (let taken = 0; taken < SAMPLE; taken++) {
    const value = values[low + taken * step] ?? 0
    let place = taken
    for (; place > 0 && (sample[place - 1] ?? 0) > value; place--) sample[place] = sample[place - 1] ?? 0
    sample[place] = value
  }
  return sample[Math.floor(((rank - low) * SAMPLE) / length)] ?? 0
}

/** Splits the values at one of them; returns the last index of the lower part. */
function partition(values: Float64Array, low: number, high: number, pivot: number): number {
  let left = low - 1
  let right = high + 1
  for (;;) {
    do left++
    while ((values[left] ?? pivot) < pivot)
    do right--
    while ((values[right] ?? pivot) > pivot)
    if (left >= right) return right
    const swapped = values[left] ?? 0
    values[left] = values[right] ?? 0
    values[right] = swapped
  }
}
