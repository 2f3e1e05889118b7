/**
 * Runs in the page before its own scripts and keeps what it sees in `window.seen`: the largest paint, shifts, the
 * slowest interaction, and when the first figure stood in the page, each in milliseconds from the start.
 */
export function pageScript(figure: string): string {
  return `(() => {
    const seen = window.seen = { lcp: 0, lcpOf: '', cls: 0, slowest: 0, figure: null, shifted: [] }
    const watch = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
    watch('largest-contentful-paint', (entry) => {
      seen.lcp = entry.startTime
      seen.lcpOf = entry.element ? entry.element.tagName + ' ' + (entry.element.textContent || '').slice(0, 40) : ''
    })
    watch('layout-shift', (entry) => {
      if (entry.hadRecentInput) return
      seen.cls += entry.value
      seen.shifted.push(entry.sources.map(({ node }) => (node && node.outerHTML || node && node.textContent || '').slice(0, 120)))
    })
    watch('event', (entry) => { if (entry.interactionId) seen.slowest = Math.max(seen.slowest, entry.duration) }, { durationThreshold: 16 })
    const look = () => {
      const place = document.querySelector(${JSON.stringify(figure)})
      if (place && /\\d/.test(place.textContent)) requestAnimationFrame((now) => { seen.figure = now })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })()`
}
