import { type PlainTextId, t } from './texts.ts'

/** What a visitor is asked to do in the game, in this order. A deletion takes all steps, everything else the first two. */
const STEPS = [
  'account.iconChange',
  'account.iconBack',
  'account.iconChangeAgain',
  'account.iconBackAgain',
] as const satisfies readonly PlainTextId[]

/** The step of a proof at a place, from 0 on; empty where there is none. */
export function proofStep(place: number): string {
  const step = STEPS[place]
  return step === undefined ? '' : t(step)
}
