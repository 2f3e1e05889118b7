import { escapeMarkup } from '#server/kernel/escape.ts'
import { directionOf } from '#shared/languages.ts'
import { pageLanguage, t } from '#shared/texts.ts'

/** A paragraph, a row of facts with their labels, or a link that is to be opened. */
export type MailPart =
  | string
  | { facts: readonly (readonly [label: string, text: string])[] }
  | { link: string; to: string }

/** What a mail says. It becomes plain text and HTML, which say the same. */
export type MailText = {
  subject: string
  parts: readonly MailPart[]
  /** Why it was sent, at its end. */
  why: string
  /** The page that stops such mails. */
  stop?: string
}

/** Control characters, line ends, characters without a shape, and those that reverse the text after them. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029\uFFFE\uFFFF]+/gu
const ZERO_WIDTH_SPACE = '\u200B'

/**
 * A name that players chose, for a mail: on one line, and such that no program makes a link of it. Names like
 * `prizes.example.com` would lead readers of our mails to pages of others.
 */
export function nameInMail(name: string): string {
  return name
    .toWellFormed()
    .replace(UNSAFE, ' ')
    .replaceAll(/[.:@/]/g, `$&${ZERO_WIDTH_SPACE}`)
}

const LINE_LENGTH = 76

/** Lines end before they are too long. An address stays whole on a line of its own. */
function wrapped(paragraph: string): string {
  const lines: string[] = []
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length >= LINE_LENGTH) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

function partAsText(part: MailPart): string {
  if (typeof part === 'string') return wrapped(part)
  if ('facts' in part) return part.facts.map(([label, text]) => wrapped(`${label}: ${text}`)).join('\n')
  return `${part.link}:\n${part.to}`
}

export function plainMail({ parts, why, stop }: MailText): string {
  const end = [`-- \n${wrapped(why)}`, ...(stop === undefined ? [] : [`${t('mail.stop')}:\n${stop}`])].join('\n')
  return `${[...parts.map(partAsText), end].join('\n\n')}\n`
}

const FONT = 'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5'

function partAsHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p dir="auto">${escapeMarkup(part)}</p>`
  if ('facts' in part) {
    const start = directionOf(pageLanguage()) === 'ltr' ? 'left' : 'right'
    const rows = part.facts.map(
      ([label, text]) =>
        `<tr><th scope="row" align="${start}" valign="top" style="padding:2px 0;padding-inline-end:12px">` +
        `${escapeMarkup(label)}</th>` +
        `<td dir="auto" style="padding:2px 0">${escapeMarkup(text)}</td></tr>`,
    )
    return `<table style="${FONT};border-collapse:collapse">${rows.join('')}</table>`
  }
  const to = escapeMarkup(part.to)
  return (
    `<p><a href="${to}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0b5e7c;color:#ffffff;` +
    `text-decoration:none;font-weight:600">${escapeMarkup(part.link)}</a></p>` +
    `<p style="font-size:13px;word-break:break-all">${to}</p>`
  )
}

/** The mail as HTML: without pictures, scripts, or anything that is loaded from elsewhere. */
export function htmlMail({ subject, parts, why, stop }: MailText): string {
  const last = stop === undefined ? '' : ` <a href="${escapeMarkup(stop)}">${t('mail.stop')}</a>`
  const language = pageLanguage()
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}">` +
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${escapeMarkup(subject)}</title></head><body style="margin:0;padding:20px;max-width:600px;${FONT}">` +
    `${parts.map(partAsHtml).join('')}<hr style="border:0;border-top:1px solid #cccccc">` +
    `<p style="font-size:13px">${escapeMarkup(why)}${last}</p></body></html>`
  )
}
