import { inOneLine } from '#shared/plain-name.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML and XML, in an element or a quoted attribute. Nothing in it ends the element or the attribute. */
export function escapeMarkup(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/**
 * A text that a player or visitor chose, for XML and HTML that others escape: a space replaces what could do harm, and the
 * two noncharacters that XML cannot hold.
 */
export function safeName(text: string): string {
  return inOneLine(text).replace(/[\uFFFE\uFFFF]+/g, ' ')
}

/** As `escapeMarkup`, for a text that a player or visitor chose: a space replaces characters that could do harm. */
export function escapeName(text: string): string {
  return escapeMarkup(safeName(text))
}

/** JSON for a script element. Nothing in it ends the element or starts a comment. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
