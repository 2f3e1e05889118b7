/** The median; of an even number of values the mean of the two in the middle. Reorders the values. NaN for none. */
export function median(values: Float64Array): number {
  const middle = values.length >> 1
  const upper = select(values, middle)
  if (values.length % 2 === 1) return upper
  // Everything left of the middle is no larger now, so the other middle value is the largest of it.
  const lower = values.subarray(0, middle).reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  return (lower + upper) / 2
}

/** Hoare's quickselect: puts the value of that rank in its place, none larger before it. Linear on average. */
function select(values: Float64Array, rank: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const last = partition(values, low, high)
    if (rank <= last) high = last
    else low = last + 1
  }
  return values[rank] ?? Number.NaN
}

/** Splits at the middle value; returns the last index of the lower part. */
function partition(values: Float64Array, low: number, high: number): number {
  const pivot = values[(low + high) >> 1] ?? 0
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
