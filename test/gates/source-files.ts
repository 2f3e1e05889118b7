import { globSync, readFileSync } from 'node:fs'

export type SourceFile = { path: string; text: string }

const WRITTEN = ['{src,scripts,test,bench}/**/*.{ts,tsx,mjs,css,sql}', '*.ts']
const GENERATED = ['src/server/database/tables.ts', '**/*.d.ts', '**/*.d.mts']
/** The schema of a release is never changed, so that nobody reads it to change it. */
const RELEASED = ['src/server/database/migrations/0001-schema.sql', 'test/releases/*.sql']

/** Every file of the project that people write: sources, styles, migrations, scripts and tests. */
export function sourceFiles(): SourceFile[] {
  const paths = globSync(WRITTEN, { exclude: [...GENERATED, ...RELEASED] }).map((path) => path.replaceAll('\\', '/'))
  return paths.sort().map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

export function isTest(path: string): boolean {
  return /\.(test|bench)\.tsx?$|^(test|bench)\//.test(path)
}
