import { type PlainTextId, type Sentence, type TextId, type TextValues, t } from '../texts.ts'

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

/** The sentence of a check's message. A message that is no text is for makers of programs. */
export function readFieldSentence(message: string): Sentence {
  if (!message.startsWith('["')) return message
  const [id, values = {}] = JSON.parse(message) as [TextId, { label?: string }?]
  const name = FIELD_NAMES.get(values.label ?? '')
  return () => {
    const say = t as (id: TextId, values: object) => string
    return say(id, name === undefined ? values : { ...values, label: t(name) })
  }
}

/** The fields of forms, by their labels. Other fields are named as in the API. */
const FIELD_NAMES: ReadonlyMap<string, PlainTextId> = new Map(
  Object.entries({
    Username: 'error.username',
    Password: 'error.password',
    'New password': 'error.newPassword',
    Email: 'error.email',
    'Email or username': 'error.identifier',
    'API key': 'error.apiKeyField',
    Link: 'error.link',
    Text: 'error.text',
    Name: 'error.name',
    Note: 'error.note',
    Address: 'error.address',
    'Time zone': 'error.timeZoneField',
    Trophies: 'error.trophies',
  } as const),
)
