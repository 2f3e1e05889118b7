import { keysOf } from './records.ts'

/** The languages of the site, each in its own words. The first is the one of addresses without a language. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  ru: { name: 'Русский', direction: 'ltr' },
  tr: { name: 'Türkçe', direction: 'ltr' },
  ko: { name: '한국어', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  'zh-Hant': { name: '繁體中文', direction: 'ltr' },
  uk: { name: 'Українська', direction: 'ltr' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl' }>

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_CODES = keysOf(LANGUAGES)

/** The language whose addresses have no prefix. Its texts stand in for texts that another language lacks. */
export const FIRST_LANGUAGE = 'en' satisfies Language

/** The language of a code, whatever its case: `pt-br` is `pt-BR`. Undefined for any other text. */
export function findLanguage(code: string): Language | undefined {
  return LANGUAGE_CODES.find((each) => each.toLowerCase() === code.toLowerCase())
}

/** Which way the lines of a language run. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return LANGUAGES[language].direction
}

/** What the path of an address begins with in a language: nothing in English, `/de` in German. */
export function languagePrefix(language: Language): string {
  return language === FIRST_LANGUAGE ? '' : `/${language}`
}

/** What names the language in the query of a picture, feed, badge or frame: nothing in English, `?lang=de`. */
export function languageQuery(language: Language): string {
  return language === FIRST_LANGUAGE ? '' : `?lang=${language}`
}

/** Cuts the language from the start of an address: `/de/club/AB?days=7` is `/club/AB?days=7` in German. */
export function splitLanguage(address: string): { language: Language; address: string } {
  const [, code = '', rest = ''] = /^\/([\w-]+)(?=[/?#]|$)(.*)$/s.exec(address) ?? []
  const language = LANGUAGE_CODES.find((each) => each === code)
  if (language === undefined || language === FIRST_LANGUAGE) return { language: FIRST_LANGUAGE, address }
  return { language, address: rest.startsWith('/') ? rest : `/${rest}` }
}

/** The offered language that a reader of this one understands: `es-MX` is `es`, `zh-TW` is `zh-Hant`. Null for none. */
export function matchLanguage(tag: string, offered: readonly Language[] = LANGUAGE_CODES): Language | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    // Finding the script of every offered language takes a slow phone 30 ms.
    const isSame = (code: Language) => code.startsWith(language) && new Intl.Locale(code).maximize().script === script
    return offered.find(isSame) ?? null
  } catch {
    return null
  }
}
