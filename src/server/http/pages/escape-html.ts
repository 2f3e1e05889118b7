const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters, and those that turn the direction of what follows them: names come with both. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A text as it may stand in HTML and in its quoted attributes; nothing in it reaches beyond it. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** JSON as it may stand in a script element: nothing in it closes one or opens a comment. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
