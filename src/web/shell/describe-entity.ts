import { plainName } from '#shared/plain-name.ts'
import type { Answer, CallName } from '../api/client.ts'
import { abbreviate, signed, thousands } from '../format/abbreviate.ts'
import { type Answered, isRefused } from './answers.ts'

/** A club or player in its key figures, as far as they were answered; null where the page is about neither. */
export function describeEntity(answers: readonly Answered[]): string | null {
  const club = found(answers, 'GET /api/browse/club/{tag}')
  if (club) return describeClub(club, found(answers, 'GET /api/browse/club/{tag}/analytics'))
  const player = found(answers, 'GET /api/browse/player/{tag}')
  return player ? describePlayer(player, found(answers, 'GET /api/browse/player/{tag}/analytics')) : null
}

function describeClub(
  { name, tag, memberCount, trophies }: Answer<'GET /api/browse/club/{tag}'>,
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined,
): string {
  const { active_members: active = null } = analytics?.member_performance_summary ?? {}
  const { trophy_growth_7d: growth = null } = analytics?.club_health_metrics ?? {}
  const members = `${memberCount} ${memberCount === 1 ? 'member' : 'members'}`
  return [
    `${plainName(name)} (${tag}): ${members} with ${abbreviate(trophies)} trophies together.`,
    active !== null && `${active} active in the last 7 days.`,
    growth !== null && `${signed(growth, abbreviate)} trophies in 7 days.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function describePlayer(
  { name, tag, trophies, highestTrophies, club }: Answer<'GET /api/browse/player/{tag}'>,
  analytics: Answer<'GET /api/browse/player/{tag}/analytics'> | undefined,
): string {
  const change = analytics?.trophy_progression.trophy_change_30d ?? null
  const best = highestTrophies === null ? '' : `, at best ${thousands(highestTrophies)}`
  return [
    `${plainName(name)} (${tag}): ${thousands(trophies)} trophies${best}.`,
    change !== null && `${signed(change)} in 30 days.`,
    club && `Plays for ${plainName(club.name)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function found<N extends CallName>(answers: readonly Answered[], name: N): Answer<N> | undefined {
  const answer = answers.find(({ call }) => call.name === name)
  return answer === undefined || isRefused(answer) ? undefined : (JSON.parse(answer.text) as Answer<N>)
}
