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

/** Control characters and noncharacters, which XML cannot hold, and characters that reverse the text after them. */
const UNSAFE_IN_NAMES = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu

/** A text that a player or visitor chose, for XML and HTML that others escape: a space replaces what could do harm. */
export function safeName(text: string): string {
  return text.toWellFormed().replace(UNSAFE_IN_NAMES, ' ')
}

/** As `escapeMarkup`, for a text that a player or visitor chose: a space replaces characters that could do harm. */
export function escapeName(text: string): string {
  return escapeMarkup(safeName(text))
}

/** JSON for a script element. Nothing in it ends the element or starts a comment. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
