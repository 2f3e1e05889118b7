export type RingBuffer<Item> = { add: (item: Item) => void; items: () => Item[] }

/** Keeps the last `size` items, the oldest first. */
export function createRingBuffer<Item>(size: number): RingBuffer<Item> {
  const kept: Item[] = []
  let oldest = 0
  return {
    add: (item) => {
      if (kept.length < size) kept.push(item)
      else {
        kept[oldest] = item
        oldest = (oldest + 1) % size
      }
    },
    items: () => [...kept.slice(oldest), ...kept.slice(0, oldest)],
  }
}
