/** The place of the tab that a key leads to, round the ends; null for a key that leads to none. */
export function nextTab(key: string, place: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
