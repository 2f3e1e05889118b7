declare global {
  interface Window {
    /** What the visitor did on the server's first screen, in order. The script in index.html collects it. */
    early?: Event[] | undefined
  }
}

/** An element of the page: the one at `position` among all with the same tag name and the same text. */
type Place = { words: string; position: number }
type Input = { type: string; place: Place; value: string | null }

/**
 * Remembers what a visitor typed, chose and pressed on the server's first screen, and where the focus is. Returns a
 * function that repeats it on the page that replaces that screen. Clicks on links are left out: they need no code.
 */
export function rememberInput(root: HTMLElement, events: readonly Event[]): () => void {
  const inputs = events.flatMap((event) => inputOf(event, root))
  const focused = document.activeElement
  const place = focused !== null && root.contains(focused) ? placeOf(focused, root) : null
  return () => {
    if (place !== null) elementAt(place, root)?.focus()
    for (const input of inputs) repeat(elementAt(input.place, root), input)
  }
}

function inputOf({ type, target }: Event, root: HTMLElement): Input[] {
  if (!(target instanceof Element)) return []
  const element = type === 'click' ? target.closest('button, [type=checkbox], [type=radio]') : target
  return element === null ? [] : [{ type, place: placeOf(element, root), value: fieldValue(target) }]
}

function placeOf(element: Element, root: HTMLElement): Place {
  const words = wordsOf(element)
  return { words, position: elementsWith(words, root).indexOf(element as HTMLElement) }
}

function elementAt({ words, position }: Place, root: HTMLElement): HTMLElement | undefined {
  return elementsWith(words, root)[position]
}

function elementsWith(words: string, root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('*')].filter((element) => wordsOf(element) === words)
}

function wordsOf(element: Element): string {
  return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`
}

/** What a text field or a list holds; null for anything else. */
function fieldValue(target: Element): string | null {
  if (target instanceof HTMLSelectElement) return target.value
  const holdsText = target instanceof HTMLInputElement && !/^(?:checkbox|radio)$/.test(target.type)
  return holdsText ? target.value : null
}

function repeat(element: HTMLElement | undefined, { type, value }: Input): void {
  if (type === 'click') element?.click()
  else if (type === 'submit' && element instanceof HTMLFormElement) element.requestSubmit()
  else if (value !== null && element !== undefined) setValue(element, value)
}

/** Uses the setter of the element's class: React replaces the element's own one and would then see no change. */
function setValue(element: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}
