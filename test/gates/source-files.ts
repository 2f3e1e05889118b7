import { globSync, readFileSync } from 'node:fs'

export type SourceFile = { path: string; text: string }

const WRITTEN = ['{src,scripts,test,bench}/**/*.{ts,tsx,mjs,css,sql}', '*.ts']
const GENERATED = ['src/server/database/tables.ts', '**/*.d.ts', '**/*.d.mts']

/** Every file of the project that people write: sources, styles, migrations, scripts and tests. */
export function sourceFiles(): SourceFile[] {
  const paths = globSync(WRITTEN, { exclude: GENERATED }).map((path) => path.replaceAll('\\', '/'))
  return paths.sort().map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

export function isTest(path: string): boolean {
  return /\.(test|bench)\.tsx?$|^(test|bench)\//.test(path)
}
