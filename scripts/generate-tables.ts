// Writes src/server/database/tables.ts from the migrations: `npm run db:types`. A test compares the two.
import { writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { readMigrations } from '../src/server/database/migrate.ts'

type Column = {
  table_name: string
  column_name: string
  type: string
  nullable: boolean
  generated: boolean
  initial: boolean
}

const COLUMNS = `
  select c.table_name, c.column_name, format_type(a.atttypid, null) as type, c.is_nullable = 'YES' as nullable,
    c.is_identity = 'YES' as generated, c.column_default is not null as initial
  from information_schema.columns c
  join pg_attribute a on a.attrelid = c.table_name::regclass and a.attname = c.column_name
  join pg_class t on t.oid = a.attrelid and not t.relispartition
  where c.table_schema = 'public' and c.table_name <> 'migrations'
  order by c.table_name, c.ordinal_position`

const TYPES: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  '"char"': 'string',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  date: 'DateColumn',
  bytea: 'Buffer',
  jsonb: 'JsonColumn',
  'timestamp with time zone': 'TimeColumn',
  'text[]': 'string[]',
  'integer[]': '(number | null)[]',
  'smallint[]': '(number | null)[]',
  'real[]': '(number | null)[]',
}

/**
 * Columns whose texts, or lists of texts, are kinds: a union that a file of `src/shared` exports. Reads have it, and writes
 * are held to it.
 */
const KINDS: Record<string, Record<string, string[]>> = {
  'club-goal.ts': { GoalKind: ['club_goals.kind'] },
  'contract/desk.ts': { DecisionAction: ['queue_decisions.action'], Suggestion: ['queue_decisions.suggestion'] },
  'contract/desk-log.ts': { LogKind: ['desk_log.kind'] },
  'contract/desk-records.ts': { MarkKind: ['member_marks.kind'] },
  'contract/proofs.ts': { PrivacyChoice: ['tombstones.wish'], ProofWish: ['proofs.wish'] },
  'days.ts': { CalendarDay: [] },
  'desk.ts': { ChannelPost: ['club_channels.posts'] },
  'event-texts.ts': { RosterEventKind: ['roster_events.kind'] },
  'kinds.ts': {
    ClubRole: ['club_members.role', 'players.role'],
    ClubType: ['clubs.type', 'club_summaries.entry'],
    Family: ['brawler_players.family', 'meta_weeks.family'],
    GlitchKind: ['glitches.kind'],
    IncidentKind: ['incidents.kind'],
    KeyStatus: ['api_keys.status'],
    LinkPurpose: ['mail_links.purpose'],
    MessageEvent: ['outbox.event'],
    MessageKind: ['outbox.kind'],
    MessageState: ['outbox.state'],
    RankingType: ['rankings.type'],
    TargetKind: ['collection_targets.kind'],
  },
  'languages.ts': { Language: ['club_channels.language', 'users.language'] },
  'tag.ts': {
    EntityType: [
      ...['arrivals.type', 'due_replays.type', 'entity_counts.type', 'favourites.type', 'former_names.type'],
      ...['forecast_fits.kind', 'visits.type'],
    ],
  },
}

const kindOf = new Map(
  Object.values(KINDS).flatMap((types) =>
    Object.entries(types).flatMap(([type, columns]) => columns.map((column) => [column, type] as const)),
  ),
)

const header = () => `// Generated from the migrations by \`npm run db:types\`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
${imports()}

type TimeColumn = ColumnType<Date, Date | string, Date | string>
type DateColumn = ColumnType<CalendarDay, string, string>
type JsonColumn<Value = unknown> = ColumnType<Value, string, string>
`

/** The source of tables.ts, from the catalogue of a store at the newest schema, which `read` asks. */
export async function generateTables(read: (statement: string) => Promise<{ rows: Column[] }>): Promise<string> {
  const { rows } = await read(COLUMNS)
  const known = new Set(rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`))
  const absent = [...kindOf.keys()].filter((column) => !known.has(column))
  if (absent.length > 0) throw new Error(`No such columns: ${absent.join(', ')}`)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const interfaces = [...tables].map(
    ([name, columns]) => `export type ${pascal(name)} = {\n${columns.map(line).join('\n')}\n}\n`,
  )
  const all = `export type Tables = {\n${[...tables.keys()].map((name) => `  ${name}: ${pascal(name)}`).join('\n')}\n}\n`
  return [header(), ...interfaces, all].join('\n')
}

function line(column: Column): string {
  const name = `${column.table_name}.${column.column_name}`
  const kind = kindOf.get(name)
  const base = kind === undefined ? TYPES[column.type] : column.type === 'jsonb' ? `JsonColumn<${kind}[]>` : kind
  if (base === undefined) throw new Error(`No TypeScript type for ${column.type} of ${name}`)
  const type = column.nullable ? `${base} | null` : base
  const wrapped = column.generated ? `GeneratedAlways<${type}>` : column.initial ? `Generated<${type}>` : type
  return `  ${column.column_name}: ${wrapped}`
}

function imports(): string {
  return Object.entries(KINDS)
    .map(([file, types]) => `import type { ${Object.keys(types).sort().join(', ')} } from '#shared/${file}'`)
    .join('\n')
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

if (import.meta.main) {
  const db = await PGlite.create()
  for (const migration of readMigrations()) await db.exec(migration.sql)
  const source = await generateTables((statement) => db.query<Column>(statement))
  await db.close()
  writeFileSync(new URL('../src/server/database/tables.ts', import.meta.url), source)
}
