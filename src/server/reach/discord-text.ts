import type { APIEmbed, RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'
import { t } from '#shared/texts.ts'

/** A message as it is put together. Whoever writes it has made names harmless (`plainMarkdown`). */
export type Draft = { embeds: DraftEmbed[] }

/** `lines` become the description. Those that do not fit are left out, and counted in the last line. */
type DraftEmbed = {
  title: string
  /** Where the title leads, and the line that counts what was left out; null where the site's address is not known. */
  url: string | null
  lines: string[]
  fields?: { name: string; value: string }[]
  footer?: string
  image?: string
}

/** What Discord takes, in characters. It refuses a message that is longer. */
const LIMITS = {
  embeds: 10,
  /** Of all titles, descriptions, fields and footers together. */
  total: 6000,
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
} as const

/** The accent of the site, as Discord takes colours. */
const COLOUR = 0x5ce0ee

/**
 * The message as it is sent: within all limits of Discord, and without mentioning anybody; of a webhook, or an answer
 * to a command. Characters are counted as UTF-16 code units, which are never fewer than Discord counts.
 */
export function withinLimits({ embeds }: Draft): RESTPostAPIWebhookWithTokenJSONBody {
  const kept: APIEmbed[] = []
  let left: number = LIMITS.total
  for (const [place, draft] of embeds.slice(0, LIMITS.embeds).entries()) {
    // The embeds that follow keep a share, so that a long one does not crowd them out.
    const following = Math.min(embeds.length, LIMITS.embeds) - place - 1
    const room = following === 0 ? left : Math.floor(left / 2)
    const embed = fitEmbed(draft, room)
    if (embed === null) break
    kept.push(embed)
    left -= sizeOf(embed)
  }
  return { embeds: kept, allowed_mentions: { parse: [] } }
}

/** The fewest characters in which an embed says something. */
const LEAST = 120

function fitEmbed({ title, url, lines, fields = [], footer, image }: DraftEmbed, room: number): APIEmbed | null {
  if (room < LEAST) return null
  const embed: APIEmbed = { title: shortenText(title, Math.min(LIMITS.title, room)), color: COLOUR }
  if (url !== null) embed.url = url
  if (image !== undefined) embed.image = { url: image }
  let left = room - sizeOf(embed)
  if (footer !== undefined && left > LEAST) {
    embed.footer = { text: shortenText(footer, Math.min(LIMITS.footer, Math.floor(left / 4))) }
    left -= embed.footer.text.length
  }
  const description = fitLines(lines, Math.min(LIMITS.description, left), url)
  if (description !== '') embed.description = description
  left -= description.length
  const fitting: NonNullable<APIEmbed['fields']> = []
  for (const { name, value } of fields.slice(0, LIMITS.fields)) {
    const field = {
      name: shortenText(name, LIMITS.fieldName),
      value: shortenText(value, LIMITS.fieldValue),
      inline: true,
    }
    left -= field.name.length + field.value.length
    if (left < 0) break
    fitting.push(field)
  }
  return fitting.length === 0 ? embed : { ...embed, fields: fitting }
}

/** As many lines as there is room for, then how many there are besides, with a link to them. */
export function fitLines(lines: readonly string[], room: number, url: string | null): string {
  const whole = lines.join('\n')
  if (whole.length <= room) return whole
  for (let kept = lines.length - 1; kept > 0; kept -= 1) {
    const text = [...lines.slice(0, kept), describeOthers(lines.length - kept, url)].join('\n')
    if (text.length <= room) return text
  }
  // One line that is too long by itself is cut at a word, the others are counted.
  const rest = lines.length === 1 ? '' : `\n${describeOthers(lines.length - 1, url)}`
  return rest.length >= room
    ? shortenText(lines[0] ?? '', room)
    : `${shortenText(lines[0] ?? '', room - rest.length)}${rest}`
}

function describeOthers(count: number, url: string | null): string {
  const words = t('discord.more', { count })
  return url === null ? words : `[${words}](${url})`
}

/** A text of that length at most, cut at a word where there is one, and never within a character. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 1) return '…'.slice(0, max)
  const head = text.slice(0, max - 1)
  const space = head.search(/\s\S*$/)
  const short = space > max / 2 ? head.slice(0, space) : wholeCharacters(head)
  return `${short.trimEnd().replace(/\\+$/, '')}…`
}

/** Without a last character that was cut in two. */
function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1)
}

/** The characters of an embed that Discord counts. */
function sizeOf({ title = '', description = '', footer, fields = [] }: APIEmbed): number {
  const ofFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  return title.length + description.length + (footer?.text.length ?? 0) + ofFields
}
