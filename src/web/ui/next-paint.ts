/** A page in a hidden tab does not paint: it waits no longer than this. */
const AT_MOST_MS = 100

/** Resolves when the last change has been painted. Slow work starts after it, so that a press has a visible effect first. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, AT_MOST_MS)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(resolve)
    })
  })
}
