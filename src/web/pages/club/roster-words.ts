import { roleName } from '../../format/member-role.ts'

type Event = { kind: string; before: string | null; after: string | null }

/** What happened, to stand after the member's name; the club's own changes stand alone. */
export function rosterWords({ kind, before, after }: Event): string {
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
