import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'

/** Which two are compared, as it stands in the address: tags without their `#`. */
export type CompareSearch = { type?: EntityType | undefined; a?: string | undefined; b?: string | undefined }

/** The search part of an address as the comparison takes it: players by default; what is no tag, or the same one twice, is left out. */
export function compareSearchOf(raw: Record<string, unknown>): CompareSearch {
  const [a, b] = [tagOf(raw.a), tagOf(raw.b)]
  return { type: raw.type === 'club' ? 'club' : 'player', ...(a && { a }), ...(b && b !== a && { b }) }
}

/** What an address gives in place of a tag; null where it gives one, or nothing. */
export function wrongTag(text: unknown): string | null {
  return typeof text === 'string' && text.trim() !== '' && tagOf(text) === null ? text.trim() : null
}

function tagOf(text: unknown): string | null {
  const tag = typeof text === 'string' ? normaliseTag(text) : null
  return tag === null ? null : tagInPath(tag)
}
