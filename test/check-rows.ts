import { checkEveryRow } from '#server/database/database.ts'

// A setup file of the projects that open a store: a statement that answers other columns than it declares fails its test.
checkEveryRow()
