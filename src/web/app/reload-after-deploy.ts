import { statusOf } from './api-client.ts'
import { readText, type StorageArea, writeText } from './storage.ts'

type NeededPage = {
  /** The page's own script, whose name changes with every build. */
  script: string
  statusOf: (address: string) => Promise<number>
  reload: () => void
  tab?: StorageArea
}

/**
 * Reloads a page, once for each build, when a part of its code is gone from the server: a deploy has replaced it. A part
 * that did not arrive for another reason, as on a train, fails alone and is asked for again by the visitor (`lazyPart`).
 */
export function createDeployWatch({ script, statusOf, reload, tab = () => sessionStorage }: NeededPage) {
  return async (failure: unknown): Promise<void> => {
    if ((await statusOf(addressIn(failure) ?? script)) !== GONE) return
    if (readText('delphin.reloaded', tab) === script) return
    writeText('delphin.reloaded', script, tab)
    // Where the browser keeps nothing, the page could reload without end.
    if (readText('delphin.reloaded', tab) === script) reload()
  }
}

const GONE = 404

/** The address in an error about code that did not arrive. Safari gives none. */
function addressIn(failure: unknown): string | null {
  const message = failure instanceof Error ? failure.message : ''
  return /https?:\/\/\S+/.exec(message)?.[0] ?? null
}

/** Watches the parts of a page's code, which Vite's own loader fetches. */
export function reloadAfterDeploy(page: Window): void {
  const script = page.document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  if (script === undefined) return
  const look = createDeployWatch({ script, statusOf, reload: () => page.location.reload() })
  page.addEventListener('vite:preloadError', (event) => void look((event as Event & { payload?: unknown }).payload))
}
