import { type Sentence, type TextId, type TextValues, t } from '../texts.ts'

/**
 * A text as the message of a check, which takes a string and nothing else: its id and values as JSON.
 * `readFieldSentence` makes a sentence of it.
 */
export function says<Id extends TextId>(
  id: Id,
  ...values: TextValues[Id] extends undefined ? [] : [values: TextValues[Id]]
): string {
  return JSON.stringify([id, ...values])
}

/** The sentence of a check's message, or of a field's label in one. What is no text is for makers of programs. */
export function readFieldSentence(message: string): Sentence {
  if (!message.startsWith('["')) return message
  const [id, values] = JSON.parse(message) as [TextId, { label?: string }?]
  const label = readFieldSentence(values?.label ?? '')
  return () => {
    const say = t as (id: TextId, values: object) => string
    return say(id, { ...values, label: typeof label === 'string' ? label : label() })
  }
}
