import * as z from 'zod'
import { count, name } from './fields.ts'
import { type Parsed, readItems, readWhole } from './glitch.ts'

const MOST_BRAWLERS = 1_000

const accessories = z
  .array(z.object({ id: count, name }))
  .nullish()
  .transform((list) => list ?? [])
  .catch([])

const brawlerSchema = z.object({
  id: count,
  name,
  gadgets: accessories,
  starPowers: accessories,
  hyperCharges: accessories,
})

export type Brawler = z.output<typeof brawlerSchema>

/** Reads `/brawlers`: all brawlers, sorted by id with gaps. @throws UnusableAnswer `malformed` */
export function parseBrawlers(raw: unknown): Parsed<Brawler[]> {
  const { items } = readWhole(raw, z.object({ items: z.unknown() }), 'brawlers')
  return readItems(items, brawlerSchema, { path: 'items', longest: MOST_BRAWLERS, key: (brawler) => brawler.id })
}
