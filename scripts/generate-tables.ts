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
  where c.table_schema = 'public'
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
  date: 'string',
  bytea: 'Buffer',
  jsonb: 'JsonColumn',
  'timestamp with time zone': 'TimeColumn',
  'text[]': 'string[]',
  'integer[]': '(number | null)[]',
  'smallint[]': '(number | null)[]',
  'real[]': '(number | null)[]',
}

/** Columns whose texts are kinds: a union of `src/shared` or of the contract. Reads have it, and writes are held to it. */
const KINDS: Record<string, string> = {
  'member_marks.kind': 'MarkKind',
  'queue_decisions.action': 'DecisionAction',
  'roster_events.kind': 'RosterEventKind',
}

const HEADER = `// Generated from the migrations by \`npm run db:types\`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DecisionAction } from '#shared/contract/desk.ts'
import type { MarkKind } from '#shared/contract/desk-records.ts'
import type { RosterEventKind } from '#shared/event-texts.ts'

type TimeColumn = ColumnType<Date, Date | string, Date | string>
type JsonColumn = ColumnType<unknown, string, string>
`

/** The source of tables.ts. Applies the migrations to an empty store in memory and reads its catalogue. */
export async function generateTables(): Promise<string> {
  const db = await PGlite.create()
  for (const migration of readMigrations()) await db.exec(migration.sql)
  const { rows } = await db.query<Column>(COLUMNS)
  await db.close()
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const interfaces = [...tables].map(
    ([name, columns]) => `export type ${pascal(name)} = {\n${columns.map(line).join('\n')}\n}\n`,
  )
  const all = `export type Tables = {\n${[...tables.keys()].map((name) => `  ${name}: ${pascal(name)}`).join('\n')}\n}\n`
  return [HEADER, ...interfaces, all].join('\n')
}

function line(column: Column): string {
  const base = KINDS[`${column.table_name}.${column.column_name}`] ?? TYPES[column.type]
  if (base === undefined)
    throw new Error(`No TypeScript type for ${column.type} of ${column.table_name}.${column.column_name}`)
  const type = column.nullable ? `${base} | null` : base
  return `  ${column.column_name}: ${column.generated ? `GeneratedAlways<${type}>` : column.initial ? `Generated<${type}>` : type}`
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

if (import.meta.main) {
  writeFileSync(new URL('../src/server/database/tables.ts', import.meta.url), await generateTables())
}
