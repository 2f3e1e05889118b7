import type { BelugaColour } from './beluga.ts'

/** A key figure of a club or player; `value` is null where it is not known. */
export type Figure = {
  label: string
  value: string | null
  note: { text: string; colour: BelugaColour; arrow?: 'up' | 'down' }
  /** A score from 0 to 100 is also shown as a bar. */
  score?: number | null
}

/** What a share picture tells of a club or player. */
export type Profile = {
  kind: 'Club' | 'Player'
  tag: string
  name: string
  /** The player's club. */
  clubName: string | null
  figures: Figure[]
  /** Trophies at the end of each of the last 30 days, oldest first; null before the first observation. */
  line: (number | null)[]
  asOf: Date
}
