import type { PlainTextId } from './texts.ts'

type Rule = { min: number; max: number; pattern: RegExp; patternProblem: PlainTextId }

/** What the server accepts and the forms check before they send. Lengths are in characters. */
export const USERNAME = {
  min: 3,
  max: 50,
  pattern: /^[A-Za-z0-9._-]+$/,
  patternProblem: 'rule.username',
} as const satisfies Rule

/** ASCII only, which is what browsers send: so two emails that look alike are equal, in any case, on every store. */
export const EMAIL = {
  min: 3,
  max: 254,
  pattern: /^[!-?A-~]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i,
  patternProblem: 'rule.email',
} as const satisfies Rule

export const PASSWORD = { min: 6, max: 256 } as const
