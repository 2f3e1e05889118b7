import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { escapeJson, escapeName } from '#server/kernel/escape.ts'
import { readCatalog } from '#server/kernel/texts.ts'
import { directionOf, FIRST_LANGUAGE, LANGUAGE_CODES, type Language, languagePrefix } from '#shared/languages.ts'
import { type Messages, makeTranslator, type Translator } from '#shared/texts.ts'
import { ENTRY, type Manifest, PAGE, scriptsOf } from './manifest.ts'

/** The texts of the pages in every language. */
export type PageTexts = {
  /** Names the build of the texts. */
  version: string
  translator(language: Language): Translator
  /** The element with the texts that a page needs at first, which its scripts read (src/web/app/page-texts.ts). */
  element(language: Language, module: string | null): string
  /**
   * All texts of a page and of what it may open, as JSON, by the file name of its source; null for an unknown one.
   * `ClubPage-later` leaves out those that the HTML has. `all` is every text: `npm run dev` asks for it.
   */
  file(language: Language, page: string): string | null
}

/** An id as it stands in a built script: in quotes, or between commas, since the build may join a list of texts into one. */
const ID = /(?<=["'`,])[a-z]\w*(?:\.[\w-]+)+(?=["'`,])/g

/** What it says, it says without a network: so each page brings its texts. */
const OFFLINE = 'app/offline.ts'

/**
 * Reads the compiled catalogs and finds the ids in the built scripts. Code names each id as a whole, so that the texts of
 * a page are those whose ids stand in its scripts.
 */
export function readPageTexts(web: string, folder: string, manifest: Manifest): PageTexts {
  const catalogs = new Map(LANGUAGE_CODES.map((each) => [each, readCatalog(each, folder)]))
  const version = hash('sha256', [...catalogs.values()].join(), 'hex').slice(0, 12)
  const known = new Map<Language, Known>()
  /** A catalog is parsed when a page in its language is first asked for. */
  const textsIn = (language: Language): Known => {
    const parsed = known.get(language) ?? parseCatalog(language, catalogs.get(language))
    known.set(language, parsed)
    return parsed
  }
  const idsByFile = readIds(web, textsIn(FIRST_LANGUAGE).messages)
  const ids = (keys: Iterable<string>) =>
    new Set([...keys].flatMap((key) => idsByFile.get(manifest[key]?.file ?? '') ?? []))
  const pick = (language: Language, wanted: Set<string>) => {
    const { messages } = textsIn(language)
    return JSON.stringify(Object.fromEntries([...wanted].map((id) => [id, messages[id]])))
  }
  return {
    version,
    translator: (language) => textsIn(language).translator,
    element(language, module) {
      const first = ids(scriptsOf(manifest, [ENTRY, OFFLINE, ...(module === null ? [] : [module])]))
      const texts = escapeJson(pick(language, first))
      return `<script type="application/json" id="texts" data-version="${version}" data-module="${module ?? ''}">${texts}</script>`
    },
    file(language, page) {
      if (page === 'all') return catalogs.get(language) ?? null
      const [name, part] = page.split('-')
      const module = Object.keys(manifest).find((key) => PAGE.exec(key)?.[1] === name)
      if (module === undefined) return null
      const all = ids(scriptsOf(manifest, [ENTRY, module], 'and later'))
      return pick(language, part === 'later' ? all.difference(ids(scriptsOf(manifest, [ENTRY, module]))) : all)
    },
  }
}

type Known = { messages: Messages; translator: Translator }

function parseCatalog(language: Language, catalog: string | undefined): Known {
  if (catalog === undefined) throw new Error(`dist/texts has no texts in ${language}: run npm start`)
  const messages = JSON.parse(catalog) as Messages
  return { messages, translator: makeTranslator(language, messages) }
}

/** The ids of texts in each built script. */
function readIds(web: string, known: Messages): Map<string, string[]> {
  const scripts = existsSync(join(web, 'assets'))
    ? readdirSync(join(web, 'assets')).filter((name) => /\.js$/.test(name))
    : []
  return new Map(
    scripts.map((name) => {
      const found = readFileSync(join(web, 'assets', name), 'utf8').matchAll(ID)
      return [`assets/${basename(name)}`, Array.from(found, ([id]) => id).filter((id) => Object.hasOwn(known, id))]
    }),
  )
}

/** The start of a page in a language. */
export function htmlTag(language: Language): string {
  return `<html lang="${language}" dir="${directionOf(language)}"`
}

/** Links to the same page in every language, for search engines. */
export function languageLinks(path: string, origin: string): string {
  if (LANGUAGE_CODES.length < 2) return ''
  const link = (code: string, language: Language) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeName(origin + languagePrefix(language) + path)}" />`
  return [link('x-default', FIRST_LANGUAGE), ...LANGUAGE_CODES.map((each) => link(each, each))].join('\n    ')
}
