/**
 * The median of the first `length` values; of an even number of them the mean of the two in the middle. Reorders them.
 * NaN for none.
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

/** Hoare's quickselect: puts the value of that rank in its place, none larger before it. Linear on average. */
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

/** A value about where the wanted rank will be, from a small sample: that halves what has to be looked at. */
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

/** Splits at a value that is among them; returns the last index of the lower part. */
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
