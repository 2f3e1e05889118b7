import { languagePrefix } from '#shared/languages.ts'
import { pageLanguage, t } from '#shared/texts.ts'

/** What the worker needs of the browser; tests give their own. */
type Place = Pick<Document, 'documentElement' | 'body' | 'createElement'>

const FILE = '/service-worker.js'

/**
 * Starts the worker that keeps pages for times without a network, after the page has loaded, and says when the visitor
 * sees a kept one. Browsers offer workers on HTTPS and on this machine alone; elsewhere the site is as without it.
 */
export async function workOffline(page: Window): Promise<void> {
  const line = createLine(page.document)
  const tell = () => line.show(keptText(page.document.documentElement.dataset.keptAt, page.navigator.onLine))
  tell()
  for (const type of ['online', 'offline']) page.addEventListener(type, tell)
  const workers = page.navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || !import.meta.env.PROD) return
  // Without them its page says nothing, and leads to what was kept.
  await keepWords(page).catch(() => {})
  // The site works without it, as where the browser refuses storage. One that keeps workers from a page may answer nothing.
  const registration = await workers.register(FILE).catch(() => undefined)
  if (registration) askBeforeUpdate(registration, workers, line, () => page.location.reload())
}

/** Keeps the words of the page that the worker shows in place of one that was never seen (public/service-worker.js). */
async function keepWords(page: Window): Promise<void> {
  const when = '{when}'
  const words = {
    language: pageLanguage(),
    site: `${languagePrefix(pageLanguage())}/`,
    title: t('error.offlineTitle'),
    kept: t('error.offlineKept'),
    nothing: t('error.offlineNothing'),
    again: t('ui.tryAgain'),
    home: t('pages.home'),
    tracker: t('pages.trackerOf', { name: '' }),
    club: t('error.clubAsOf', { when }),
    player: t('error.playerAsOf', { when }),
    other: t('error.asOf', { when }),
  }
  const cache = await page.caches.open('delphin-words-1')
  await cache.put('/offline-words', new Response(JSON.stringify(words)))
}

/** What is said of a page: since when it was kept, or that there is no network; null for nothing. */
export function keptText(keptAt: string | undefined, isOnline: boolean): string | null {
  const moment = new Date(Number(keptAt))
  if (keptAt !== undefined && !Number.isNaN(moment.getTime())) {
    const options = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', numberingSystem: 'latn' } as const
    return t('error.keptPage', { when: moment.toLocaleString(pageLanguage(), options) })
  }
  return isOnline ? null : t('error.offline')
}

type Line = { show(text: string | null, action?: { name: string; run: () => void }): void }

/** A line above the page, outside of what React renders. */
function createLine(page: Place): Line {
  let shown: HTMLElement | null = null
  return {
    show(text, action) {
      shown?.remove()
      shown = null
      if (text === null) return
      shown = page.createElement('p')
      shown.setAttribute('role', 'status')
      shown.className = 'bg-raise px-4 py-1.5 text-center text-sm'
      shown.append(text)
      if (action) {
        const button = page.createElement('button')
        button.type = 'button'
        button.className = 'link min-h-6'
        button.textContent = action.name
        button.addEventListener('click', action.run)
        shown.append(' ', button)
      }
      page.body.prepend(shown)
    },
  }
}

/** A new worker waits until the visitor agrees: it takes over all tabs, and this one is then loaded anew. */
function askBeforeUpdate(
  registration: ServiceWorkerRegistration,
  workers: ServiceWorkerContainer,
  line: Line,
  reload: () => void,
): void {
  const ask = (waiting: ServiceWorker) =>
    line.show(t('error.newVersion'), {
      name: t('error.reload'),
      run() {
        workers.addEventListener('controllerchange', reload, { once: true })
        waiting.postMessage('take over')
      },
    })
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      // Without a worker before it, it is the first one, and nothing is replaced.
      if (worker.state === 'installed' && workers.controller) ask(worker)
    })
  if (registration.waiting && workers.controller) ask(registration.waiting)
  // One that the browser found before this page asked.
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration.installing))
}
