import { type Messages, setupI18n } from '@lingui/core'
import type { Tag, TextValues } from '#texts/values.ts'
import { FIRST_LANGUAGE, type Language } from './languages.ts'

export type { Messages, Tag, TextValues }

/** The name of a text, by place: `club.silent`. The catalogs in texts/ hold each text in every language. */
export type TextId = keyof TextValues

/** The name of a text without values. */
export type PlainTextId = { [Id in TextId]: TextValues[Id] extends undefined ? Id : never }[TextId]

/** Returns a text with its values. A wrong id and a missing value do not compile. */
export type Translate = <Id extends TextId>(
  id: Id,
  ...values: TextValues[Id] extends undefined ? [] : [values: TextValues[Id]]
) => string

/** Says texts in one language. */
export type Translator = { language: Language; t: Translate; add(messages: Messages): void }

/** A sentence for a reader who is known later (`sayIn`). A plain string is for makers of programs, in English for all. */
export type Sentence = string | (() => string)

/** The sentence of a text with its values. */
export function said<Id extends TextId>(
  id: Id,
  ...values: TextValues[Id] extends undefined ? [] : [values: TextValues[Id]]
): Sentence {
  return () => t(id, ...values)
}

/** A translator over compiled messages. A text that they lack is told to `onMissing`, and its id stands in its place. */
export function makeTranslator(
  language: Language,
  messages: Messages,
  onMissing: (id: string) => void = () => {},
): Translator {
  const missing = (_: string, id: string) => {
    onMissing(id)
    return id
  }
  const i18n = setupI18n({ locale: language, messages: { [language]: { ...messages } }, missing })
  return {
    language,
    t: (id, ...[values]) => i18n._(id, values),
    add: (more) => i18n.load(language, more),
  }
}

// A page is rendered without a pause, and a browser shows one language: so components ask this one translator. On the server
// it speaks English, as the API does; `sayIn` says something there in another language.
let page: Translator | null = null
let loadLater = async () => {}

/** Sets the translator of the page that is rendered next, and what loads the texts of its later parts. */
export function setPageTexts(translator: Translator, later = loadLater): void {
  page = translator
  loadLater = later
}

/**
 * Says all that `make` says in another language than the page's: mails, posts, pictures and feeds on the server. It may not
 * pause, since others speak meanwhile.
 */
export function sayIn<T>(translator: Translator, make: () => T extends PromiseLike<unknown> ? never : T): T {
  const before = page
  page = translator
  try {
    return make()
  } finally {
    page = before
  }
}

/** Resolves when the texts of those parts of the page are here whose code comes later. */
export function laterTexts(): Promise<void> {
  return loadLater()
}

/** The translator of the page. Throws while a module is loaded: texts are said when they are shown. */
export function pageTexts(): Translator {
  if (page === null) throw new Error('Texts are said when they are shown, not while a module is loaded.')
  return page
}

/** Returns a text of the page in its language. */
export const t: Translate = (id, ...values) => pageTexts().t(id, ...values)

/** The language of the page; English outside a page. */
export function pageLanguage(): Language {
  return page?.language ?? FIRST_LANGUAGE
}

/**
 * Keeps what writes numbers, dates or lists, for each language and each way to write: making one takes longer than writing
 * a hundred times.
 */
export function keptFormats<Options extends object, Format>(make: (language: Language, options: Options) => Format) {
  const made = new Map<string, Format>()
  return (options: Options): Format => {
    const language = pageLanguage()
    const key = language + JSON.stringify(options)
    const known = made.get(key) ?? make(language, options)
    made.set(key, known)
    return known
  }
}
