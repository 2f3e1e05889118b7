import type { ClubAnswer } from '../game-api/payloads/club.ts'
import { isAlias } from '../history/hidden-players.ts'
import type { ClubState, Ledger, RosterEvent } from './ledger.ts'

type Who = { tag: string; name: string }
type Between = { club: ClubState; previousAt: Date; observedAt: Date }

/** Notes what happened to a member between two scans of the club; nothing of those who asked not to be shown. */
export function noteRosterEvent(
  ledger: Ledger,
  { club, previousAt, observedAt }: Between,
  kind: RosterEvent['kind'],
  who: Who,
  before: string | null,
  after: string | null,
): void {
  if (isAlias(who.tag)) return
  const span = { observedAfter: previousAt, observedAt }
  ledger.rosterEvents.push({
    clubTag: club.tag,
    kind,
    playerTag: who.tag,
    playerName: who.name,
    before,
    after,
    ...span,
  })
}

const SETTINGS = {
  name: 'Name',
  description: 'Description',
  type: 'Type',
  requiredTrophies: 'Required trophies',
  badgeId: 'Badge',
} as const

/** Notes every setting of the club that differs from the last scan. What an answer leaves out has not changed. */
export function settingsEvents(ledger: Ledger, club: ClubState, body: ClubAnswer, observedAt: Date): void {
  for (const [setting, label] of Object.entries(SETTINGS)) {
    const before = club[setting as keyof typeof SETTINGS]
    const after = body[setting as keyof typeof SETTINGS]
    if (after === null || after === 'unknown' || before === after) continue
    if (setting === 'name')
      ledger.formerNames.push({ tag: club.tag, type: 'club', name: club.name, lastSeenAt: observedAt })
    ledger.rosterEvents.push({
      clubTag: club.tag,
      kind: 'settings_changed',
      playerTag: null,
      playerName: null,
      before: `${label}: ${before ?? 'none'}`,
      after: `${label}: ${after}`,
      observedAfter: club.observedAt,
      observedAt,
    })
  }
}
