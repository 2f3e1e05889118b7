import { textsBuild } from '../scripts/prepare/build-texts.mjs'

/** Compiles catalogs that changed since the last build, before the first test. */
export async function setup(): Promise<void> {
  await textsBuild(process.cwd())
}
