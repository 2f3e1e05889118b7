import type { Output } from './contract/endpoint.ts'
import type { getClubChanges } from './contract/returning.ts'
import { roleName } from './game-names.ts'
import type { LadderKind } from './kinds.ts'
import { formatThousands, listInWords, ordinal, roundInShort, signed } from './number-format.ts'
import { nameOrTag } from './plain-name.ts'
import { tierName } from './ranked-tiers.ts'
import { t } from './texts.ts'

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
} as const satisfies Record<RosterEventKind, ChangedPart>

/** The kinds that tell of the club itself; the others tell of a member. */
export type SettingKind = {
  [Kind in RosterEventKind]: (typeof CHANGED_PARTS)[Kind] extends 'setting' ? Kind : never
}[RosterEventKind]

export function kindsThatChange(part: ChangedPart): RosterEventKind[] {
  return ROSTER_EVENT_KINDS.filter((kind) => CHANGED_PARTS[kind] === part)
}

/** The kinds that change who is a member. */
export const MOVES: ReadonlySet<RosterEventKind> = new Set(kindsThatChange('membership'))

type Changes = Output<typeof getClubChanges>

/**
 * Something that happened in a club, as calls tell it and as `roster_events` keeps it: of one member, or of the club where
 * there is no `player_tag`. `before` and `after` are roles, names, or settings such as `Type: open`: what stands before the
 * colon says which events are of one setting.
 */
type ClubEvent = Omit<Changes['events'][number], 'observed_at'>

/** The sentences, by what is known of before and after. `who` is the member's name. */
const SENTENCES = {
  joined: (who) => t('event.joined', { who }),
  left: (who) => t('event.left', { who }),
  returned: (who) => t('event.returned', { who }),
  promoted: (who, { after }) => (after ? t('event.promotedTo', { who, role: after }) : t('event.promoted', { who })),
  demoted: (who, { after }) => (after ? t('event.demotedTo', { who, role: after }) : t('event.demoted', { who })),
  renamed: (who, { before }) =>
    before === null ? t('event.renamedFromUnknown', { who }) : t('event.renamed', { who, before }),
  settings_changed: (_who, { before, after }) => {
    if (before && after) return t('event.settingsFromTo', { before, after })
    if (after) return t('event.settingsTo', { after })
    return before ? t('event.settingsFrom', { before }) : t('event.settings')
  },
} satisfies Record<RosterEventKind, (who: string, values: Pick<ClubEvent, 'before' | 'after'>) => string>

/** Whom a sentence about an event is about: the member's name, the tag where no character of it is visible, the club. */
function eventSubject({ player_tag, player_name }: Pick<ClubEvent, 'player_tag' | 'player_name'>): string {
  return player_tag === null ? t('event.theClub') : nameOrTag(player_name ?? player_tag, player_tag)
}

/**
 * An event in a sentence without a full stop: `Ada was promoted to Senior`. `mark` writes the subject and names that
 * players chose as the reader's format needs it, for example with the characters of Markdown escaped.
 */
export function eventSentence(event: ClubEvent, mark: (name: string) => string = (name) => name): string {
  const { kind, before, after } = event
  const part = CHANGED_PARTS[kind]
  const chosen = part === 'name' || part === 'setting'
  const written = (text: string | null) => text && (chosen ? mark(text) : roleName(text))
  return SENTENCES[kind](mark(eventSubject(event)), { before: written(before), after: written(after) })
}

/** Stands for the member while a sentence is made. No text contains it. */
const MEMBER = '\ue000'

/** What an event's sentence says before and after the member's name, for pages that show it as a link. */
export function eventAround(event: ClubEvent): [before: string, after: string] {
  const [before = '', after = ''] = eventSentence({ ...event, player_name: MEMBER }).split(MEMBER)
  return [before, after]
}

/** A milestone that a player passed, in a sentence without a full stop: `Ada passed 50k trophies`. */
export function milestoneSentence(name: string, trophies: number): string {
  return t('event.passedBy', { who: name, trophies: roundInShort(trophies) })
}

/** The calls that list several clubs and players do not tell what was reached. */
type Changed = Pick<Changes, 'trophies' | 'milestones' | 'record' | 'ranks' | 'events_total'> & {
  events: readonly ClubEvent[]
  reached?: readonly Reached[]
}

type Reached = Pick<Changes['reached'][number], 'kind' | 'tier' | 'brawler' | 'figure'>

/** What somebody reached, as a sentence: `Ada reached Mythic I in Ranked`. */
export function reachedSentence(who: string, { kind, tier, brawler, figure }: Reached): string {
  if (kind === 'tier') return t('event.tierBy', { who, tier: tierName(tier ?? '') })
  if (kind === 'best') return t('event.bestBy', { who, rating: formatThousands(figure ?? 0) })
  const values = { who, brawler: brawler ?? '', figure: figure ?? 0 }
  return kind === 'prestige' ? t('event.prestigeBy', values) : t('event.streakBy', values)
}

/** The same without who: `New best in Ranked: 6,100`. */
export function reachedWords(reached: Reached): string {
  return REACHED_WORDS[reached.kind](reached)
}

const REACHED_WORDS: Record<LadderKind, (reached: Reached) => string> = {
  tier: ({ tier }) => t('event.tier', { tier: tierName(tier ?? '') }),
  best: ({ figure }) => t('event.best', { rating: formatThousands(figure ?? 0) }),
  prestige: ({ brawler, figure }) => t('event.prestige', { brawler: brawler ?? '', figure: figure ?? 0 }),
  streak: ({ brawler, figure }) => t('event.streak', { brawler: brawler ?? '', figure: figure ?? 0 }),
}

/** Names in one line. It counts the others. */
const NAMED = 3

/**
 * What changed, line by line, the weightiest first: trophies, milestones, a record, what was reached in Ranked and with
 * brawlers, places in rankings, who joined and who left, then each other event. Empty where nothing changed. `mark` writes
 * names, as for `eventSentence`.
 */
export function changeLines(changed: Changed, mark: (name: string) => string = (name) => name): string[] {
  const { milestones, record, events, events_total } = changed
  const moves = (moved: RosterEventKind, say: (values: { count: number; names: string }) => string) => {
    const names = events.filter(({ kind }) => kind === moved).map((event) => mark(eventSubject(event)))
    return names.length === 0 ? [] : [say({ count: names.length, names: listed(names) })]
  }
  const single = events.filter(({ kind }) => !MOVES.has(kind)).map((event) => eventSentence(event, mark))
  const untold = events_total - events.length
  return [
    ...trophyLine(changed.trophies),
    ...milestones.map((milestone) => t('event.passed', { trophies: roundInShort(milestone) })),
    ...(record === null ? [] : [t('event.record', { trophies: formatThousands(record) })]),
    ...(changed.reached ?? []).map(reachedWords),
    ...changed.ranks.map(rankLine),
    ...moves('joined', (values) => t('event.allJoined', values)),
    ...moves('returned', (values) => t('event.allReturned', values)),
    ...moves('left', (values) => t('event.allLeft', values)),
    ...single,
    ...(untold > 0 ? [t('event.more', { count: untold })] : []),
  ]
}

function trophyLine({ before, now, gain, reset }: Changed['trophies']): string[] {
  if (before === null || now === null || before === now) return []
  const values = { change: signed(now - before), before: formatThousands(before), now: formatThousands(now) }
  return gain !== null && reset !== null && reset !== 0
    ? [t('event.trophiesReset', { ...values, reset: formatThousands(-reset), gain: signed(gain) })]
    : [t('event.trophies', values)]
}

/** A place in the ranking of the world or of a country. */
function rankLine({ country, before, now }: Changed['ranks'][number]): string {
  const where = country === 'global' ? 'world' : 'country'
  if (now === null) return t('event.rankLost', { where, country })
  const rank = { where, country, now: ordinal(now) }
  return before === null ? t('event.rank', rank) : t('event.rankWas', { ...rank, before: ordinal(before) })
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED)
  const rest = names.length - shown.length
  return listInWords(rest > 0 ? [...shown, t('event.others', { count: rest })] : shown)
}
