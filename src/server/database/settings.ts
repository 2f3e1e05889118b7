import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, dateColumn } from './database.ts'

/** What the table `settings` notes of this installation. */
const SETTINGS = {
  /** The demo's world: when it began, since when history is kept, and up to when it is complete. */
  demo: z.object({
    epoch: z.string(),
    historyFrom: z.string(),
    filledUntil: z.string(),
    /** Which world it is. The figures of two worlds do not fit together. */
    world: z.nullish(z.object({ version: z.number(), clubs: z.number() })),
  }),
  /** There are data of the real game, or imported ones that may be. */
  'real game': z.literal(true),
  /** Since when there are raw answers, once old ones were dropped. */
  raw_history: z.object({ since: dateColumn }),
  /** With what the visitors of a day are hashed. */
  visitor_key: z.object({ day: z.string(), key: z.string() }),
  /** `at`: the last good one. */
  'last backup': z.object({ at: z.optional(z.string()), failed: z.boolean() }),
  /** When the collector found that the clock was put back. */
  'clock jump': z.string(),
}

type Settings = { [Key in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Key]> }

/** When a job took its last turn. Only the statement that takes the next one reads it. */
type Turns = Record<`job: ${string}`, Date>

/** A setting; undefined where it was never written. */
export async function readSetting<Key extends keyof Settings>(
  db: Database,
  key: Key,
): Promise<Settings[Key] | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row && (z.parse(SETTINGS[key], row.value) as Settings[Key])
}

/**
 * Writes a setting. One that is there, `stored`, is replaced where the condition holds; without a condition always. False
 * when it stays.
 */
export async function writeSetting<Key extends keyof (Settings & Turns)>(
  db: Database,
  key: Key,
  value: (Settings & Turns)[Key],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<boolean> {
  const { rows } = await sql`
    insert into settings as stored (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value where ${condition}
    returning key`.execute(db)
  return rows.length === 1
}

/** Writes parts of a setting. Its other parts stay. */
export async function mergeSetting<Key extends 'demo' | 'last backup'>(
  db: Database,
  key: Key,
  parts: Partial<Settings[Key]>,
): Promise<void> {
  await sql`
    insert into settings as stored (key, value) values (${key}, ${JSON.stringify(parts)}::jsonb)
    on conflict (key) do update set value = stored.value || excluded.value`.execute(db)
}
