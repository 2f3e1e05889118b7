import { nameOrTag } from '#shared/plain-name.ts'

type Event = { kind: string; player_tag: string | null; player_name: string | null; observed_at: string }

const NAMED = 2

/** Who joined and who left by UTC day, in words: `joined: Ada, Milo +1; left: Yuki`. They move the club's trophies. */
export function rosterNotes(events: readonly Event[]): ReadonlyMap<string, string> {
  const days = new Set(events.map(dayOfEvent))
  const notes = [...days].map((day) => {
    const those = events.filter((event) => dayOfEvent(event) === day)
    const words = [wordsOf('joined', those, ['joined', 'returned']), wordsOf('left', those, ['left'])]
    return [day, words.filter(Boolean).join('; ')] as const
  })
  return new Map(notes.filter(([, words]) => words !== ''))
}

const dayOfEvent = ({ observed_at }: Event) => observed_at.slice(0, 10)

function wordsOf(verb: string, events: readonly Event[], kinds: readonly string[]): string {
  const names = events
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ player_tag, player_name }) => held(short(nameOrTag(player_name ?? '', player_tag ?? 'a member'))))
  if (names.length === 0) return ''
  const more = names.length > NAMED ? ` +${names.length - NAMED}` : ''
  return `${verb}: ${names.slice(0, NAMED).join(', ')}${more}`
}

/** The game's names have 15 letters at most; what is longer must not drown the sentence. */
const LONGEST_NAME = 24

function short(name: string): string {
  const letters = [...name]
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : name
}

/** A name keeps its own direction among others: U+2068 and U+2069 hold it together. */
const held = (name: string) => `\u2068${name}\u2069`
