import { milestoneName } from './bands.ts'
import { roleName } from './game-names.ts'
import { count, formatThousands, ordinal, signed } from './number-format.ts'
import { nameOrTag } from './plain-name.ts'

/**
 * What is noted of a club and its members. Who adds a kind is asked by the compiler for its words, icon and Discord
 * post.
 */
export const ROSTER_EVENT_KINDS = [
  'joined',
  'left',
  'returned',
  'promoted',
  'demoted',
  'renamed',
  'settings_changed',
] as const
export type RosterEventKind = (typeof ROSTER_EVENT_KINDS)[number]

/** What a kind changes. A returning visitor is told the difference of each; names go when a player is hidden. */
type ChangedPart = 'membership' | 'role' | 'name' | 'setting'

export const CHANGED_PARTS = {
  joined: 'membership',
  left: 'membership',
  returned: 'membership',
  promoted: 'role',
  demoted: 'role',
  renamed: 'name',
  settings_changed: 'setting',
} satisfies Record<RosterEventKind, ChangedPart>

export function kindsThatChange(part: ChangedPart): RosterEventKind[] {
  return ROSTER_EVENT_KINDS.filter((kind) => CHANGED_PARTS[kind] === part)
}

/** The kinds that change who is a member. */
export const MOVES: ReadonlySet<RosterEventKind> = new Set(kindsThatChange('membership'))

/**
 * Something that happened in a club, as calls tell it and as `roster_events` keeps it: of one member, or of the club where
 * there is no `player_tag`. `before` and `after` are roles, names, or settings such as `Type: open`.
 */
type ClubEvent = {
  kind: RosterEventKind
  player_tag: string | null
  player_name: string | null
  before: string | null
  after: string | null
}

type Happened = Pick<ClubEvent, 'kind' | 'before' | 'after'>
type Values = Pick<ClubEvent, 'before' | 'after'>

const WORDS = {
  joined: () => 'joined',
  left: () => 'left',
  returned: () => 'came back',
  promoted: ({ after }) => `was promoted${after ? ` to ${roleName(after)}` : ''}`,
  demoted: ({ after }) => `was demoted${after ? ` to ${roleName(after)}` : ''}`,
  renamed: ({ before }) => `was ${before ?? 'another name'} before`,
  settings_changed: ({ before, after }) =>
    ['changed the settings', before && `from ${before}`, after && `to ${after}`].filter(Boolean).join(' '),
} satisfies Record<RosterEventKind, (values: Values) => string>

/** What happened, as the rest of a sentence that begins with the member's name or with `The club`. */
export function eventWords({ kind, before, after }: Happened): string {
  return WORDS[kind]({ before, after })
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

type Changed = {
  trophies: { before: number | null; now: number | null; gain: number | null; reset: number | null }
  milestones: readonly number[]
  record: number | null
  ranks: readonly { country: string; before: number | null; now: number | null }[]
  events: readonly ClubEvent[]
  events_total: number
  reached?: readonly Reached[]
}

type Reached = {
  kind: 'tier' | 'best' | 'prestige' | 'streak'
  tier: string | null
  brawler: string | null
  figure: number | null
}

/** The same as sentences about somebody, as `milestoneSentence`: `Ada reached Mythic I in Ranked`. */
export function reachedSentence(name: string, { kind, tier, brawler, figure }: Reached): string {
  if (kind === 'tier') return `${name} reached ${tier} in Ranked`
  if (kind === 'best') return `${name} has a new best in Ranked: ${formatThousands(figure ?? 0)}`
  return kind === 'prestige'
    ? `${name} reached prestige ${figure} with ${brawler}`
    : `${name} won ${figure} times in a row with ${brawler}`
}

const REACHED_WORDS: Record<Reached['kind'], (reached: Reached) => string> = {
  tier: ({ tier }) => `Reached ${tier} in Ranked`,
  best: ({ figure }) => `New best in Ranked: ${formatThousands(figure ?? 0)}`,
  prestige: ({ brawler, figure }) => `${brawler} reached prestige ${figure}`,
  streak: ({ brawler, figure }) => `${figure} wins in a row with ${brawler}`,
}

/** Names in one line. It counts the others. */
const NAMED = 3

/**
 * What changed, line by line, the weightiest first: trophies, milestones, a record, what was reached in
 * Ranked and with brawlers, places in rankings, who joined and who
 * left, then each other event. Empty where nothing changed. `mark` writes names, as for `eventSentence`.
 */
export function changeLines(changed: Changed, mark: (name: string) => string = (name) => name): string[] {
  const { milestones, record, events, events_total } = changed
  const moves = (moved: RosterEventKind, words: string) => {
    const names = events.filter(({ kind }) => kind === moved).map((event) => mark(eventSubject(event)))
    return names.length === 0 ? [] : [`${listed(names)} ${words}`]
  }
  const single = events.filter(({ kind }) => !MOVES.has(kind)).map((event) => eventSentence(event, mark))
  const untold = events_total - events.length
  return [
    ...trophyLine(changed.trophies),
    ...milestones.map((milestone) => `Passed ${milestoneName(milestone)} trophies`),
    ...(record === null ? [] : [`New best: ${formatThousands(record)} trophies`]),
    ...(changed.reached ?? []).map((reached) => REACHED_WORDS[reached.kind](reached)),
    ...changed.ranks.map(rankLine),
    ...moves('joined', WORDS.joined()),
    ...moves('returned', WORDS.returned()),
    ...moves('left', WORDS.left()),
    ...single,
    ...(untold > 0 ? [count(untold, 'more event')] : []),
  ]
}

function trophyLine({ before, now, gain, reset }: Changed['trophies']): string[] {
  if (before === null || now === null || before === now) return []
  const change = `${signed(now - before)} trophies: ${formatThousands(before)} to ${formatThousands(now)}`
  return gain !== null && reset !== null && reset !== 0
    ? [`${change}. A reset took ${formatThousands(-reset)}; without it ${signed(gain)}`]
    : [change]
}

function rankLine({ country, before, now }: Changed['ranks'][number]): string {
  const where = country === 'global' ? 'in the world' : `in ${country}`
  if (now === null) return `No longer among the best 200 ${where}`
  return before === null ? `Now ${ordinal(now)} ${where}` : `Now ${ordinal(now)} ${where}, was ${ordinal(before)}`
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED)
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, count(rest, 'other')] : shown
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
