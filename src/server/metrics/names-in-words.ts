import { plainName } from '#shared/plain-name.ts'

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const LONGEST_NAME = 24
/** Marks that turn the direction of the text around them, and control characters. */
const UNSAFE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cc}/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Names for a sentence: `Ada`, `Ada and Milo`, `Ada, Milo and Yuki`. A name cannot disturb the words around it. */
export function namesInWords(names: readonly string[]): string {
  return LIST.format(names.map(nameInSentence))
}

function nameInSentence(name: string): string {
  const letters = [...plainName(name).replace(UNSAFE, '').replace(/\s+/g, ' ').trim()]
  const text = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : letters.join('')
  if (text === '') return 'a player without a name'
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}
