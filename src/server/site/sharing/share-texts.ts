import { safeName } from '#server/kernel/escape.ts'
import { bandName, scoreBand, wholeScore } from '#shared/bands.ts'
import { getClub, getClubAnalytics, getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import type { getClubShare } from '#shared/contract/sharing.ts'
import { addDays, dayInWords, dayOf, lastSeenWords, WEEK } from '#shared/days.ts'
import { roleName } from '#shared/game-names.ts'
import { mondayOf, weekCardPath } from '#shared/iso-week.ts'
import { LANGUAGE_CODES, languageQuery } from '#shared/languages.ts'
import { abbreviate, firstOf, formatThousands, signed } from '#shared/number-format.ts'
import { nameOrTag, plainMarkdown } from '#shared/plain-name.ts'
import { standingText } from '#shared/ranked-tiers.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { pageLanguage, sayIn, type Translator, t } from '#shared/texts.ts'
import type { AskPublic } from './documents.ts'

export type Share = Output<typeof getClubShare>

/** A message with its parts below the heading: when they were last seen if that is long ago, what they have, and news. */
export type Told = { share: Share; late: readonly string[]; has: string; news: readonly string[] }

/** What a chat is told of a club or player, in a language. Throws `not_found` where it is not tracked or not shown. */
export async function shareOf(ask: AskPublic, texts: Translator, type: EntityType, tag: string): Promise<Share> {
  return (await readTold(ask, texts, type, tag)).share
}

/** The same in its parts. */
export async function readTold(ask: AskPublic, texts: Translator, type: EntityType, tag: string): Promise<Told> {
  return sayIn(texts, await (type === 'club' ? clubShare : playerShare)(ask, tag))
}

const NAMES = 5

async function clubShare(ask: AskPublic, tag: string): Promise<() => Told> {
  const params = { tag }
  const [club, analytics, { member_scores }] = await Promise.all([
    ask(getClub, { params }),
    ask(getClubAnalytics, { params }),
    ask(getMemberScores, { params, query: { days: WEEK } }),
  ])
  const { joined_7d: joined, left_7d: left, club_health_metrics: health } = analytics
  const best = member_scores.filter(({ gain }) => (gain ?? 0) > 0).toSorted((a, b) => (b.gain ?? 0) - (a.gain ?? 0))
  return () => {
    const has = t('share.size', { members: club.memberCount, trophies: formatThousands(club.trophies) })
    const winners = best
      .slice(0, 3)
      .map((row) => `${formatName(row.player_name, row.player_tag)} ${signed(row.gain ?? 0)}`)
    const news = [
      ...growthLines(analytics),
      ...list(t('share.most'), winners),
      ...movers(t('share.joined'), joined, health.trophy_growth_7d_joined),
      ...movers(t('share.left'), left, health.trophy_growth_7d_left),
    ]
    return told('club', club, has, news)
  }
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
  if (learning !== null) return [t('share.learning', { observed: learning.observed_days, needed: learning.needed })]
  return [
    ...(growth === null ? [] : [`**${t('share.lastDays', { days: span ?? WEEK })}**: ${growthText(growth, played)}`]),
    ...(active === null || !known ? [] : [`**${t('share.active')}**: ${t('share.activeOf', { active, known })}`]),
  ]
}

/** The growth of a club, and what of it was won by play where that is another number. */
function growthText(growth: number, played: number | null): string {
  const change = signed(growth)
  if (played === null || played === growth) return t('share.change', { change })
  if (played < 0) return t('share.changeLost', { change, size: formatThousands(-played) })
  return t('share.changeWon', { change, gain: signed(played) })
}

async function playerShare(ask: AskPublic, tag: string): Promise<() => Told> {
  const params = { tag }
  const [player, analytics, { summary }] = await Promise.all([
    ask(getPlayer, { params }),
    ask(getPlayerAnalytics, { params }),
    ask(getPlayerProgression, { params, query: { days: WEEK } }),
  ])
  const { club, highestTrophies: best } = player
  const { next_milestone: next, performance_score: score } = analytics
  return () => {
    const trophies = formatThousands(player.trophies)
    const has =
      best === null
        ? t('share.trophies', { trophies })
        : t('share.trophiesBest', { trophies, best: formatThousands(best) })
    const news = [
      ...(club === null ? [] : [placeIn(club)]),
      ...weekLine(summary),
      ...(score === null ? [] : [`**${t('ui.performance')}**: ${scoreText(score)}`]),
      ...laddersLine(player),
      ...(next === null ? [] : [`**${t('player.nextMilestone')}**: ${nextText(next)}`]),
    ]
    return told('player', player, has, news)
  }
}

function scoreText(score: number): string {
  return t('share.scoreOf', { score: wholeScore(score), band: bandName(scoreBand(score)) })
}

function placeIn({ name, tag, role }: NonNullable<Output<typeof getPlayer>['club']>): string {
  const club = formatName(name, tag)
  return role ? t('player.roleIn', { role: roleName(role), club }) : club
}

function weekLine({ total_gain: gain, active_days, observed_days, span_days }: Summary): string[] {
  if (gain === null) return []
  const values = { change: signed(gain), active: active_days, known: observed_days }
  return [`**${t('share.lastDays', { days: span_days })}**: ${t('share.playerWeek', values)}`]
}

type Summary = Output<typeof getPlayerProgression>['summary']

type Milestone = NonNullable<Output<typeof getPlayerAnalytics>['next_milestone']>

function nextText({ trophy_count, trophies_missing }: Milestone): string {
  return t('share.nextToGo', {
    trophies: formatThousands(trophy_count),
    missing: formatThousands(trophies_missing),
  })
}

/** Tier, rating and prestige, as far as they are known. */
function laddersLine({ ranked, prestige }: Pick<Output<typeof getPlayer>, 'ranked' | 'prestige'>): string[] {
  const standing = ranked && standingText(ranked)
  const parts = [
    ...(standing ? [`**${t('share.ranked')}**: ${standing}`] : []),
    ...(prestige === null ? [] : [`**${t('score.prestige')}**: ${formatThousands(prestige)}`]),
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
    text: [headingOf(type, about), ...late, has, ...news].join('\n'),
    path,
    picture: `/og${path}.png${languageQuery(pageLanguage())}`,
    week_card: lastWeekCard(type, about),
    languages: LANGUAGE_CODES,
  }
  return { share, late, has, news }
}

/** The path of the card of the last week that was seen to its end; null where they were not known for all of it. */
function lastWeekCard(type: EntityType, { tag, tracked_since, last_updated }: Known) {
  const begin = addDays(mondayOf(dayOf(new Date(last_updated))), -WEEK)
  return dayOf(new Date(tracked_since)) > begin ? null : weekCardPath(type, tag, begin) + languageQuery(pageLanguage())
}

function headingOf(type: EntityType, { tag, name }: Entity): string {
  const values = { name: `**${formatName(name, tag)}**`, tag }
  return type === 'club' ? t('share.club', values) : t('share.player', values)
}

/** In characters. The game allows 15; a longer name must not fill the message. */
const NAME_MAX = 24

/** The name of a club or player in a message, short and harmless. */
export function formatName(name: string, tag: string): string {
  const letters = [...nameOrTag(name, tag)]
  return plainMarkdown(letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : letters.join(''))
}

/** A title with a list behind it, cut with the number of those left out; nothing for an empty list. */
function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`**${title}**: ${firstOf(items, NAMES)}`]
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
export async function clubBadge(ask: AskPublic, tag: string, shown: Shown): Promise<() => Badge> {
  const [club, { club_health_metrics: health }] = await Promise.all([
    ask(getClub, { params: { tag } }),
    ask(getClubAnalytics, { params: { tag } }),
  ])
  const { trophy_growth_7d: growth, growth_span_days: span } = health
  const letters = [...safeName(nameOrTag(club.name, tag))]
  const label = letters.length > LABEL_MAX ? `${letters.slice(0, LABEL_MAX - 1).join('')}…` : letters.join('')
  return () => {
    const members = t('badge.members', { members: club.memberCount })
    const trophies = t('badge.trophies', { trophies: abbreviate(club.trophies) })
    const week =
      growth === null
        ? t('picture.daysUnknown', { days: WEEK })
        : t('badge.week', { change: signed(growth, abbreviate), days: span ?? WEEK })
    const told = { all: [members, trophies, week], members: [members], trophies: [trophies], week: [week] }[shown]
    const day = club.stale ? [t('badge.asOf', { day: dayInWords(dayOf(new Date(club.last_updated))) })] : []
    return { label, message: [...told, ...day].join(' · '), color: shown === 'week' ? colourOf(growth) : 'blue' }
  }
}

function colourOf(growth: number | null): string {
  if (growth === null || growth === 0) return 'lightgrey'
  return growth > 0 ? 'brightgreen' : 'red'
}
