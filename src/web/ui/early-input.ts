declare global {
  interface Window {
    /**
     * What the visitor did where the page still waits for its code, in order, each with what its field held. The script
     * in index.html collects it.
     */
    early?: EarlyInput[]
  }
}

type EarlyInput = [event: Event, value: string | undefined]

/** Marks an element of the server's page that waits for its code. index.html names it too. */
export const WAITS = 'data-waits'

/**
 * The element has its code now: what the visitor typed, chose and pressed in it is done again, on the same elements.
 * What lies in parts that still wait stays for them. Links are left out: they need no code.
 */
export function repeatInput(element: Element): void {
  element.removeAttribute(WAITS)
  const mine = ([{ target }]: EarlyInput) =>
    target instanceof Element && element.contains(target) && target.closest(`[${WAITS}]`) === null
  const all = window.early ?? []
  window.early = all.filter((each) => !mine(each))
  // React itself handles an event that is under way when the code arrives, but it opens no popover. The others come after
  // this commit: what is repeated may change the page.
  const isLost = ([{ eventPhase, target }]: EarlyInput) =>
    eventPhase === Event.NONE || (target instanceof Element && target.closest('[popovertarget]') !== null)
  const inputs = all.filter((each) => mine(each) && isLost(each))
  if (inputs.length > 0) queueMicrotask(() => inputs.forEach(repeat))
}

function repeat([{ type, target }, value]: EarlyInput): void {
  if (type === 'submit' && target instanceof HTMLFormElement) target.requestSubmit()
  else if (type === 'click' && target instanceof Element) press(target)
  else if (value !== undefined && isField(target)) setValue(target, value)
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isField(target: EventTarget | null): target is Field {
  if (target instanceof HTMLInputElement) return !isSwitch(target)
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
}

function isSwitch(target: Element): target is HTMLInputElement {
  return target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type)
}

function press(target: Element): void {
  const element = target.closest<HTMLElement>('button, [type=checkbox], [type=radio]')
  // The browser has switched it already. React hears only of a change that comes after it has looked.
  if (element !== null && isSwitch(element)) element.checked = !element.checked
  element?.click()
}

/** React replaces the setter of an element by one that notes the value; the setter of its class then makes a change. */
function setValue(field: Field, value: string): void {
  if (field instanceof HTMLInputElement) field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
