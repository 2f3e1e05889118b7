/** What React writes for a style: no quote stands in it as it is, nor anywhere in a text or another attribute. */
const STYLE = / style="([^"]*)"/g

/** A declaration that may stand in a style sheet as it is. */
const PLAIN = /^[\w\s:;%#().,+*/-]*$/

/**
 * Markup without style attributes, which the pages' content policy forbids, and the rules that do the same: one for
 * each style, found by an attribute of data.
 */
export function rulesOfStyles(markup: string): { html: string; css: string } {
  const styles = new Map<string, number>()
  const html = markup.replace(STYLE, (_, style: string) => {
    if (!PLAIN.test(style)) return ''
    const number = styles.get(style) ?? styles.size
    styles.set(style, number)
    return ` data-css="${number}"`
  })
  const css = [...styles].map(([style, number]) => `[data-css="${number}"]{${style}}`).join('')
  return { html, css }
}
