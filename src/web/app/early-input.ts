/** What was done to the first screen before the page's own code came, in order; index.html collects it. */
declare global {
  interface Window {
    early?: Event[] | undefined
  }
}

/** Which of all elements with the same words it is. */
type Place = { words: string; position: number }
type Act = { type: string; place: Place; value: string | null }

/**
 * Remembers what a visitor typed, chose and pressed on the server's first screen, and where the focus is. Returns what
 * does it all again on the page that stands in its place. Links lead on by themselves.
 */
export function rememberInput(root: HTMLElement, events: readonly Event[]): () => void {
  const acts = events.flatMap((event) => actOf(event, root))
  const focused = document.activeElement
  const place = focused !== null && root.contains(focused) ? placeOf(focused, root) : null
  return () => {
    if (place !== null) elementAt(place, root)?.focus()
    for (const act of acts) redo(elementAt(act.place, root), act)
  }
}

function actOf({ type, target }: Event, root: HTMLElement): Act[] {
  if (!(target instanceof Element)) return []
  const element = type === 'click' ? target.closest('button, [type=checkbox], [type=radio]') : target
  return element === null ? [] : [{ type, place: placeOf(element, root), value: writtenIn(target) }]
}

function placeOf(element: Element, root: HTMLElement): Place {
  const words = wordsOf(element)
  return { words, position: alike(words, root).indexOf(element as HTMLElement) }
}

function elementAt({ words, position }: Place, root: HTMLElement): HTMLElement | undefined {
  return alike(words, root)[position]
}

function alike(words: string, root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('*')].filter((element) => wordsOf(element) === words)
}

function wordsOf(element: Element): string {
  return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`
}

function writtenIn(target: Element): string | null {
  if (target instanceof HTMLSelectElement) return target.value
  const written = target instanceof HTMLInputElement && !/^(?:checkbox|radio)$/.test(target.type)
  return written ? target.value : null
}

function redo(element: HTMLElement | undefined, { type, value }: Act): void {
  if (type === 'click') element?.click()
  else if (type === 'submit' && element instanceof HTMLFormElement) element.requestSubmit()
  else if (value !== null && element !== undefined) write(element, value)
}

/** Past React, which takes a value that it knows already for no change. */
function write(element: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}
