/** A page that is not in sight paints nothing: it waits no longer than this. */
const AT_MOST_MS = 100

/**
 * Resolves when what was just changed has been painted. What takes long starts after it, so that a press shows its
 * effect at once.
 */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, AT_MOST_MS)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(resolve)
    })
  })
}
