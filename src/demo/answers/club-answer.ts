import { clubAt, trophiesAt } from '#demo/world/state-at.ts'
import { type Seconds, versionAt } from '#demo/world/time.ts'
import type { Club, ClubMember, World } from '#demo/world/world.ts'
import { type Answer, type Glitches, pageAnswer } from './answer.ts'

const MAX_AGE = 120

/** A club with all its members at a moment. The JSON is put together as text, because this answer is asked for most. */
export function clubAnswer(world: World, club: Club, at: Seconds, glitches: Glitches): Answer {
  const { settings, members } = clubAt(club, at)
  const rows = memberRows(world, members, at, glitches)
  const trophies = rows.reduce((sum, row) => sum + row.trophies, 0)
  const body =
    `{"tag":"${club.tag}","name":${JSON.stringify(settings.name)},` +
    `"description":${JSON.stringify(settings.description)},"type":"${settings.type}","badgeId":${settings.badgeId},` +
    `"requiredTrophies":${settings.requiredTrophies},"trophies":${trophies},` +
    `"isFamilyFriendly":${settings.isFamilyFriendly},"members":[${rows.map((row) => row.json).join(',')}]}`
  return { status: 200, body, maxAge: MAX_AGE }
}

/** The members of a club as a paged list. */
export function membersAnswer(
  world: World,
  club: Club,
  at: Seconds,
  query: URLSearchParams,
  glitches: Glitches,
): Answer {
  const rows = memberRows(world, clubAt(club, at).members, at, glitches)
  return pageAnswer(
    rows.map((row) => row.json),
    query,
    MAX_AGE,
  )
}

type Row = { trophies: number; index: number; json: string }

function memberRows(world: World, members: readonly ClubMember[], at: Seconds, glitches: Glitches): Row[] {
  const seenAt = Math.max(world.epoch, at - glitches.memberLagSeconds)
  return members
    .map(({ player, role }) => {
      const trophies = trophiesAt(world, player, seenAt)
      const profile = versionAt(player.profiles, at)
      const json = `${profile.rowStart}${role}","trophies":${trophies},"icon":{"id":${profile.icon}}}`
      return { trophies, index: player.index, json }
    })
    .sort((a, b) => b.trophies - a.trophies || a.index - b.index)
}
