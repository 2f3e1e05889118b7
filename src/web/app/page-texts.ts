import { FIRST_LANGUAGE, findLanguage, splitLanguage } from '#shared/languages.ts'
import { findPage } from '#shared/page-addresses.ts'
import { NOT_FOUND_PAGE, type Page } from '#shared/pages.ts'
import { type Messages, makeTranslator, setPageTexts, type Translator } from '#shared/texts.ts'
import { readFile } from './api-client.ts'

/** The page that the document came with, and what more of its texts is read by. Null in tests, which have all texts. */
let shown: { texts: Translator; version: string; module: string } | null = null

/** Reads the texts that came with the document. Further ones are asked for when a page or a part of it needs them. */
export function startTexts(document: Document): void {
  const language = findLanguage(document.documentElement.lang) ?? FIRST_LANGUAGE
  const element = document.getElementById('texts')
  const first = JSON.parse(element?.textContent ?? '{}') as Messages
  const texts = makeTranslator(language, first)
  shown = { texts, version: element?.dataset.version ?? '', module: element?.dataset.module ?? '' }
  setPageTexts(texts, loadLater)
}

/** The texts of later parts of the page at the browser's address. A page that was opened by a link has them with its own. */
function loadLater(): Promise<void> {
  const first = shown?.module ?? ''
  const page = findPage(splitLanguage(window.location.pathname).address)?.page ?? NOT_FOUND_PAGE
  return page.module === null || page.module === first ? loadTexts(first, '-later') : loadTexts(page.module)
}

/** Loads the texts of another page than the document's. What a page opens later loads the rest of its own. */
export async function loadPageTexts({ module }: Page): Promise<void> {
  if (shown === null || module === null || shown.module === module) return
  await loadTexts(module)
}

const asked = new Map<string, Promise<void>>()

function loadTexts(module: string, part = ''): Promise<void> {
  const key = module + part
  const loading = asked.get(key) ?? read(module, part)
  asked.set(key, loading)
  // Another try asks again.
  loading.catch(() => asked.delete(key))
  return loading
}

async function read(module: string, part: string): Promise<void> {
  if (shown === null) return
  const { texts, version } = shown
  // `npm run dev` serves scripts that no build has searched for ids.
  const [page = 'all'] = import.meta.env.DEV ? [] : (/\w+(?=\.tsx$)/.exec(module) ?? [])
  const file = await readFile(`/texts/${version || 'dev'}/${texts.language}/${page}${page === 'all' ? '' : part}`)
  texts.add(JSON.parse(await file.text()) as Messages)
}
