import { FIRST_LANGUAGE, type Language } from './languages.ts'

/** A compiled message: its text, or its parts where some of it depends on values. The build compiles the catalogs. */
export type Message = string | readonly Part[]

type Part =
  | string
  | readonly [name: string]
  | readonly [name: string, kind: Kind, cases: Readonly<Record<string, Message>>]
type Kind = 'plural' | 'selectordinal' | 'select'

/** Messages by id. */
export type Messages = Record<string, Message>

type Values = Readonly<Record<string, unknown>>

/** A message with its values, in words of the language. `#` in a plural stands for its number, `counted`. */
export function insertValues(message: Message, values: Values, language: Language, counted?: number): string {
  if (typeof message === 'string') return message
  return message.map((part) => partText(part, values, language, counted)).join('')
}

function partText(part: Part, values: Values, language: Language, counted: number | undefined): string {
  if (typeof part === 'string') return part === '#' && counted !== undefined ? numberText(counted, language) : part
  const [name, kind, cases = {}] = part
  const value = values[name] ?? ''
  if (kind === undefined) return String(value)
  if (kind === 'select') return insertValues(cases[String(value)] ?? cases.other ?? '', values, language, counted)
  const number = Number(value)
  const form = pluralRules(language, kind === 'plural' ? 'cardinal' : 'ordinal').select(number)
  return insertValues(cases[number] ?? cases[form] ?? cases.other ?? '', values, language, number)
}

const rulesMade = new Map<string, Intl.PluralRules>()

/** Which form of a word a number takes in a language. */
function pluralRules(language: Language, type: Intl.PluralRuleType): Intl.PluralRules {
  const rules = rulesMade.get(language + type) ?? new Intl.PluralRules(language, { type })
  rulesMade.set(language + type, rules)
  return rules
}

const numbersMade = new Map<Language, Intl.NumberFormat>()

function numberText(value: number, language: Language): string {
  // Intl takes a slow phone 40 ms when it first writes a number. English is read most.
  if (language === FIRST_LANGUAGE && Number.isInteger(value)) return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const numbers = numbersMade.get(language) ?? new Intl.NumberFormat(language, { numberingSystem: 'latn' })
  numbersMade.set(language, numbers)
  return numbers.format(value)
}
