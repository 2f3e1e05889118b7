// Writes src/server/database/tables.ts from the migrations: `npm run db:types`. A test holds the two equal.
import { writeFileSync } from 'node:fs'
import { generateTables } from '../src/server/database/generate-tables.ts'

writeFileSync(new URL('../src/server/database/tables.ts', import.meta.url), await generateTables())
