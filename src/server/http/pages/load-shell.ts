import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { RenderFirstScreen } from '#shared/first-screen.ts'

/**
 * What renders first screens: the one file that the build makes of the site's own pages. Null where it is not built;
 * pages then come without a first screen.
 */
export async function loadShell(file: string): Promise<RenderFirstScreen | null> {
  if (!existsSync(file)) return null
  // The build makes the file of src/web/shell/shell.ts, whose export has this type.
  const shell = (await import(pathToFileURL(file).href)) as { firstScreen: RenderFirstScreen }
  return shell.firstScreen
}
