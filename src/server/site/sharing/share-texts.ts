import { safeName } from '#server/kernel/escape.ts'
import { mondayOf } from '#server/metrics/club-week.ts'
import { scoreBand } from '#shared/bands.ts'
import { getClub, getClubAnalytics, getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import type { getClubShare } from '#shared/contract/sharing.ts'
import { addDays, dayInWords, dayOf, lastSeenWords, WEEK } from '#shared/days.ts'
import { roleName } from '#shared/game-names.ts'
import { weekCardPath } from '#shared/iso-week.ts'
import { abbreviate, count, formatThousands, signed, wonText } from '#shared/number-format.ts'
import { nameOrTag, plainMarkdown } from '#shared/plain-name.ts'
import { standingText } from '#shared/ranked-tiers.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import type { AskPublic } from './documents.ts'
import { LANGUAGES } from './embeds.ts'

export type Share = Output<typeof getClubShare>

/** A message with its parts below the heading: when they were last seen if that is long ago, what they have, and news. */
export type Told = { share: Share; late: readonly string[]; has: string; news: readonly string[] }

/** What a chat is told of a club or player. Throws `not_found` where it is not tracked or not shown. */
export async function shareOf(ask: AskPublic, type: EntityType, tag: string): Promise<Share> {
  return (await toldOf(ask, type, tag)).share
}

/** The same in its parts. */
export function toldOf(ask: AskPublic, type: EntityType, tag: string): Promise<Told> {
  return type === 'club' ? clubShare(ask, tag) : playerShare(ask, tag)
}

const NAMES = 5

async function clubShare(ask: AskPublic, tag: string): Promise<Told> {
  const params = { tag }
  const [club, analytics, { member_scores }] = await Promise.all([
    ask(getClub, { params }),
    ask(getClubAnalytics, { params }),
    ask(getMemberScores, { params, query: { days: WEEK } }),
  ])
  const { joined_7d: joined, left_7d: left, club_health_metrics: health } = analytics
  const best = member_scores.filter(({ gain }) => (gain ?? 0) > 0).toSorted((a, b) => (b.gain ?? 0) - (a.gain ?? 0))
  const has = `${count(club.memberCount, 'member')} · ${formatThousands(club.trophies)} trophies`
  const news = [
    ...growthLines(analytics),
    ...list(
      'Most trophies',
      best.slice(0, 3).map((row) => `${formatName(row.player_name, row.player_tag)} ${signed(row.gain ?? 0)}`),
    ),
    ...movers('Joined', joined, health.trophy_growth_7d_joined),
    ...movers('Left', left, health.trophy_growth_7d_left),
  ]
  return told('club', club, has, news)
}

type Analytics = Output<typeof getClubAnalytics>

/** When they were last seen, where that is long ago: all that follows is of then. */
export function describeLateness({ stale, last_updated }: { stale: boolean; last_updated: string }): string[] {
  return stale ? [`${lastSeenWords(new Date(last_updated))}.`] : []
}

/** The growth of the week and who was active, or how much is still missing for that. */
function growthLines({ learning, club_health_metrics: health, member_performance_summary: members }: Analytics) {
  const { trophy_growth_7d: growth, trophy_growth_7d_played: played, growth_span_days: span } = health
  const { active_members: active, members_known_7d: known } = members
  if (learning !== null) return [`Learning: ${learning.observed_days} of ${learning.needed} days are known.`]
  const byPlay = played === null || played === growth ? '' : `, ${wonText(played, signed)} by play`
  return [
    ...(growth === null ? [] : [`**Last ${count(span ?? WEEK, 'day')}**: ${signed(growth)} trophies${byPlay}`]),
    ...(active === null || !known ? [] : [`**Active**: ${active} of ${count(known, 'member')}`]),
  ]
}

async function playerShare(ask: AskPublic, tag: string): Promise<Told> {
  const params = { tag }
  const [player, analytics, { summary }] = await Promise.all([
    ask(getPlayer, { params }),
    ask(getPlayerAnalytics, { params }),
    ask(getPlayerProgression, { params, query: { days: WEEK } }),
  ])
  const { club, highestTrophies: best } = player
  const { next_milestone: next, performance_score: score } = analytics
  const role = club?.role ? `${roleName(club.role)} of ` : ''
  const week = `${signed(summary.total_gain ?? 0)} trophies`
  const days = `active on ${summary.active_days} of ${count(summary.observed_days, 'known day')}`
  const has = `${formatThousands(player.trophies)} trophies${best === null ? '' : `, at best ${formatThousands(best)}`}`
  const news = [
    ...(club === null ? [] : [`${role}${formatName(club.name, club.tag)}`]),
    ...(summary.total_gain === null ? [] : [`**Last ${count(summary.span_days, 'day')}**: ${week}, ${days}`]),
    ...(score === null ? [] : [`**Performance**: ${Math.round(score)} of 100, ${scoreBand(score)}`]),
    ...laddersLine(player),
    ...(next === null
      ? []
      : [`**Next milestone**: ${formatThousands(next.trophy_count)}, ${formatThousands(next.trophies_missing)} to go`]),
  ]
  return told('player', player, has, news)
}

/** Tier, rating and prestige, as far as they are known. */
function laddersLine({ ranked, prestige }: Pick<Output<typeof getPlayer>, 'ranked' | 'prestige'>): string[] {
  const standing = ranked && standingText(ranked)
  const parts = [
    ...(standing ? [`**Ranked**: ${standing}`] : []),
    ...(prestige === null ? [] : [`**Prestige**: ${formatThousands(prestige)}`]),
  ]
  return parts.length === 0 ? [] : [parts.join(' · ')]
}

type Entity = { tag: string; name: string }

type Known = Entity & { tracked_since: string; last_updated: string; stale: boolean }

function told(type: EntityType, about: Known, has: string, news: readonly string[]): Told {
  const { tag, name } = about
  const path = `/${type}/${tagInPath(tag)}`
  const late = describeLateness(about)
  const share = {
    tag,
    title: nameOrTag(name, tag),
    text: [heading(KIND_WORDS[type], about), ...late, has, ...news].join('\n'),
    path,
    picture: `/og${path}.png`,
    week_card: lastWeekCard(type, about),
    languages: LANGUAGES,
  }
  return { share, late, has, news }
}

const KIND_WORDS: Record<EntityType, string> = { club: 'Club', player: 'Player' }

/** The path of the card of the last week that was seen to its end; null where they were not known for all of it. */
function lastWeekCard(type: EntityType, { tag, tracked_since, last_updated }: Known) {
  const begin = addDays(mondayOf(dayOf(new Date(last_updated))), -WEEK)
  return dayOf(new Date(tracked_since)) > begin ? null : weekCardPath(type, tag, begin)
}

function heading(kind: string, { tag, name }: Entity): string {
  return `**${formatName(name, tag)}** · ${kind} ${tag}`
}

/** In characters. The game allows 15; a longer name must not fill the message. */
const NAME_MAX = 24

/** The name of a club or player in a message, short and harmless. */
export function formatName(name: string, tag: string): string {
  const letters = [...nameOrTag(name, tag)]
  return plainMarkdown(letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : letters.join(''))
}

/** A title with a list behind it, cut with the number of those left out; nothing for an empty list. */
function list(title: string, items: readonly string[], most = NAMES): string[] {
  if (items.length === 0) return []
  const more = items.length > most ? ` and ${items.length - most} more` : ''
  return [`**${title}**: ${items.slice(0, most).join(', ')}${more}`]
}

/** Who joined or left, with the trophies that came or went with them, where these are known. */
function movers(title: string, people: readonly Entity[], trophies: number | null): string[] {
  const names = people.map(({ name, tag }) => formatName(name, tag))
  const sum = trophies === null ? '' : ` (${signed(trophies)})`
  return list(title, names).map((line) => `${line}${sum}`)
}

/** What a badge says, in the words of shields.io. */
export type Badge = { label: string; message: string; color: string }

export const BADGES = ['all', 'members', 'trophies', 'week'] as const
type Shown = (typeof BADGES)[number]

/** In characters. A longer name would make a badge wider than a phone. */
const LABEL_MAX = 32

/** The text of a club's badge: all of its figures, or one. Throws `not_found` where the club is not tracked. */
export async function clubBadge(ask: AskPublic, tag: string, shown: Shown): Promise<Badge> {
  const [club, { club_health_metrics: health }] = await Promise.all([
    ask(getClub, { params: { tag } }),
    ask(getClubAnalytics, { params: { tag } }),
  ])
  const { trophy_growth_7d: growth, growth_span_days: span } = health
  const members = count(club.memberCount, 'member')
  const trophies = `${abbreviate(club.trophies)} trophies`
  const week = growth === null ? '7 days: not known yet' : `${signed(growth, abbreviate)} in ${count(span ?? 7, 'day')}`
  const told = { all: [members, trophies, week], members: [members], trophies: [trophies], week: [week] }[shown]
  const message = [...told, ...(club.stale ? [`as of ${dayInWords(dayOf(new Date(club.last_updated)))}`] : [])].join(
    ' · ',
  )
  const letters = [...safeName(nameOrTag(club.name, tag))]
  const label = letters.length > LABEL_MAX ? `${letters.slice(0, LABEL_MAX - 1).join('')}…` : letters.join('')
  return { label, message, color: shown === 'week' ? colourOf(growth) : 'blue' }
}

function colourOf(growth: number | null): string {
  if (growth === null || growth === 0) return 'lightgrey'
  return growth > 0 ? 'brightgreen' : 'red'
}
