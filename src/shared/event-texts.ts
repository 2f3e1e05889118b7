import { milestoneName } from './bands.ts'
import { roleName } from './game-names.ts'
import { nameOrTag } from './plain-name.ts'

/**
 * Something that happened in a club, as calls tell it and as `roster_events` keeps it: of one member, or of the club where
 * there is no `player_tag`. `before` and `after` are roles, names, or settings such as `Type: open`.
 */
type ClubEvent = {
  kind: string
  player_tag: string | null
  player_name: string | null
  before: string | null
  after: string | null
}

type Happened = Pick<ClubEvent, 'before' | 'after'> & { kind: string }

/** What happened, as the rest of a sentence that begins with the member's name or with `The club`. */
export function eventWords({ kind, before, after }: Happened): string {
  switch (kind) {
    case 'joined':
      return 'joined'
    case 'left':
      return 'left'
    case 'returned':
      return 'came back'
    case 'promoted':
      return `was promoted${after ? ` to ${roleName(after)}` : ''}`
    case 'demoted':
      return `was demoted${after ? ` to ${roleName(after)}` : ''}`
    case 'renamed':
      return `was ${before ?? 'another name'} before`
    default:
      return ['changed the settings', before && `from ${before}`, after && `to ${after}`].filter(Boolean).join(' ')
  }
}

/** Whom a sentence about an event begins with: the member's name, the tag where no character of it is visible, the club. */
function eventSubject({ player_tag, player_name }: Pick<ClubEvent, 'player_tag' | 'player_name'>): string {
  return player_tag === null ? 'The club' : nameOrTag(player_name ?? player_tag, player_tag)
}

/**
 * An event in a sentence without a full stop: `Ada was promoted to Senior`. `mark` writes the subject and names that
 * players chose as the reader's format needs it, for example with the characters of Markdown escaped.
 */
export function eventSentence(event: ClubEvent, mark: (name: string) => string = (name) => name): string {
  const chosen = event.kind === 'renamed' || event.kind === 'settings_changed'
  const written = (text: string | null) => (text !== null && chosen ? mark(text) : text)
  const words = eventWords({ kind: event.kind, before: written(event.before), after: written(event.after) })
  return `${mark(eventSubject(event))} ${words}`
}

/** A milestone that a player passed, in a sentence without a full stop: `Ada passed 50k trophies`. */
export function milestoneSentence(name: string, trophies: number): string {
  return `${name} passed ${milestoneName(trophies)} trophies`
}
