import { sql } from 'kysely'
import * as z from 'zod/mini'
import { collectClub } from '#server/collector/collect-tag.ts'
import type { Context } from '#server/context.ts'
import { defineQuery, queryRows } from '#server/database/database.ts'
import { GameApiError } from '#server/game/game-api.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { getQueue } from '#shared/contract/desk.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { DESK_ROLES, type DeskRole } from '#shared/contract/endpoint.ts'
import { DAY_MS, MINUTE_MS } from '#shared/days.ts'
import { PROOF_DAYS } from '#shared/desk.ts'
import { CLUB_ROLES, type ClubRole } from '#shared/kinds.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { said } from '#shared/texts.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import { loginRequired } from '../http/serve.ts'
import { askerOf } from '../http/shared-rate-limit.ts'
import { type Asking, keyFor, TRIAL } from '../http/visitor-key.ts'

/** A club's desk as one visitor may use it. */
export type Desk = {
  /** Under which all rows of the desk are stored: the club's tag, in the demo a key of the visitor's session. */
  key: string
  clubTag: string
  clubName: string
  role: DeskRole
  /** Null for a guest at the trial desk. */
  userId: number | null
  /** The linked player that has the role; an alias where they are hidden. Null at the example club's desk in the demo. */
  playerTag: string | null
  /** Until when somebody who lost the role, or whose role the game does not tell, may still read. */
  readsUntil: Date | null
  /** In the demo: what is done here is kept for the visitor's session alone, and for a day. */
  trial: boolean
}

const RANK = (role: DeskRole) => DESK_ROLES.indexOf(role)

/**
 * The desk of a club for a visitor whose role is at least `needed`. This is the only place where roles are checked. Throws
 * 401 for guests, 404 for everybody who has no role at this desk, and 403 for a role that is too low.
 */
export async function openDesk(context: Context, asking: Asking, tag: string, needed: DeskRole): Promise<Desk> {
  const { visitor } = asking
  const proven = visitor.kind === 'user' ? await provenDesk(context, { ...asking, userId: visitor.userId }, tag) : null
  const isLeader = proven !== null && proven.role !== 'member'
  const example = isLeader ? null : await exampleDesk(context, asking, tag)
  const desk = example ?? (proven && deskOfVisitor(context, asking, proven))
  if (desk === null && visitor.kind !== 'user') throw loginRequired()
  if (desk === null || (desk.role === 'member' && needed !== 'member')) throw noDesk()
  if (RANK(desk.role) >= RANK(needed)) return desk
  if (desk.readsUntil === null) {
    throw new AppError('forbidden', said('error.roleNeeded', { role: needed }), { code: 'role_too_low' })
  }
  const sentence = said('error.roleLost')
  throw new AppError('forbidden', sentence, { code: 'role_lost' })
}

/** The same refusal for a club that nobody leads here, and for one of others. */
function noDesk(): AppError {
  return new AppError('not_found', said('error.noDesk'), { code: 'no_desk' })
}

/** The greatest age of the game's answer that roles come from. */
const ROLES_FRESH_MS = 10 * MINUTE_MS

/** How long somebody who lost the role still reads, and roles are believed for reading while the game does not answer. */
const READS_ON_MS = DAY_MS

async function provenDesk(context: Context, asking: Asking & { userId: number }, tag: string): Promise<Desk | null> {
  const { userId } = asking
  if ((await candidates(context, userId, tag)).length === 0) return null
  const refusal = await askForRoles(context, asking, tag)
  return storedDesk(context, userId, tag, refusal)
}

/**
 * The desk by what is stored of the club. `refusal`: why the game did not answer; then leaders read for a day by the roles
 * that were seen last, and after that it is thrown.
 */
async function storedDesk(context: Context, userId: number, tag: string, refusal: unknown): Promise<Desk | null> {
  const { db, clock } = context
  const found = await candidates(context, userId, tag)
  const club = await db.selectFrom('clubs').select(['name', 'observed_at']).where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) return null
  const base = { key: tag, clubTag: tag, clubName: nameOrTag(club.name, tag), userId, trial: false, readsUntil: null }
  const [best] = found
    .flatMap((candidate) => roleNow(candidate) ?? [])
    .sort((one, other) => RANK(other.role) - RANK(one.role))
  if (best !== undefined && best.role !== 'member') {
    if (refusal === null) return { ...base, ...best }
    const readsUntil = new Date(club.observed_at.getTime() + READS_ON_MS)
    if (readsUntil <= clock.now()) throw refusal
    return { ...base, ...best, role: 'viewer', readsUntil }
  }
  const lost = await roleLost(context, found, tag)
  if (lost !== null) return { ...base, ...lost, role: 'viewer' }
  return best === undefined ? null : { ...base, ...best }
}

/** All desks of a user, by what is stored. */
export async function userDesks(context: Context, userId: number): Promise<Desk[]> {
  const clubs = await queryRows(
    context.db,
    { tag: z.string() },
    sql`
      select distinct c.tag from linked_players l
        left join tombstones t on t.tag = l.player_tag
        join club_members m on m.player_tag in (l.player_tag, t.alias)
        join clubs c on c.tag = m.club_tag
      where l.user_id = ${userId} and l.linked_at > ${provenSince(context)} order by 1`,
  )
  const desks = await Promise.all(clubs.map(({ tag }) => storedDesk(context, userId, tag, null)))
  return desks.filter((desk) => desk !== null)
}

/** Who was linked before has to prove the player again (docs/decisions/0032-icon-proof.md). */
export function provenSince({ clock }: Context): Date {
  return new Date(clock.now().getTime() - PROOF_DAYS.holds * DAY_MS)
}

const candidateColumns = {
  playerTag: z.string(),
  linkedAt: z.date(),
  memberTag: z.nullable(z.string()),
  role: z.nullable(z.enum(CLUB_ROLES)),
  leftAt: z.nullable(z.date()),
  invited: z.boolean(),
}

/** A linked player who is or was in the club, or says so. A hidden one is there under the alias. */
const readCandidates = defineQuery(
  candidateColumns,
  `select l.player_tag as "playerTag", l.linked_at as "linkedAt", m.player_tag as "memberTag", m.role,
    m.left_at as "leftAt", coalesce(s.invited, false) as invited
  from linked_players l
    left join tombstones t on t.tag = l.player_tag
    left join club_members m on m.club_tag = $2 and m.player_tag in (l.player_tag, t.alias)
    left join club_staff s on s.desk = $2 and s.player_tag = m.player_tag
    left join players p on p.tag = l.player_tag
  where l.user_id = $1 and l.linked_at > $3 and (m.player_tag is not null or p.club_tag = $2)
  order by l.linked_at, l.player_tag`,
)

type Candidate = Awaited<ReturnType<typeof readCandidates>>[number]

function candidates(context: Context, userId: number, tag: string): Promise<Candidate[]> {
  return readCandidates(context.db, [userId, tag, provenSince(context)])
}

/** Has the club collected when what is known of it is too old. Returns the refusal when the game does not answer. */
async function askForRoles(context: Context, { visitor, address }: Asking, tag: string): Promise<unknown> {
  const { db, clock } = context
  const club = await db.selectFrom('clubs').select('observed_at').where('tag', '=', tag).executeTakeFirst()
  if (club !== undefined && clock.now().getTime() - club.observed_at.getTime() <= ROLES_FRESH_MS) return null
  try {
    await collectClub(context, tag, { priority: 'visitor', askedBy: askerOf(visitor, address) })
    return null
  } catch (error) {
    if (!(error instanceof GameApiError)) throw error
    return gameRefusal(error, { sentence: said('error.noDesk'), code: 'no_desk' })
  }
}

type RoleNow = { role: DeskRole; playerTag: string }

/** What a present member may do; null for a former one. */
function roleNow({ memberTag, role, leftAt, invited }: Candidate): RoleNow | null {
  if (memberTag === null || leftAt !== null) return null
  return { role: deskRoleOf(role, invited) ?? 'member', playerTag: memberTag }
}

/** What a role in the game means at the desk; null where it means nothing. A senior reads when invited. */
export function deskRoleOf(role: ClubRole | null, invited: boolean): Exclude<DeskRole, 'member'> | null {
  if (role === 'president') return 'owner'
  if (role === 'vicePresident') return 'editor'
  return role === 'senior' && invited ? 'viewer' : null
}

const LOST = { playerTag: z.string(), before: z.nullable(z.enum(CLUB_ROLES)), observedAt: z.date() }

/** The role that was lost last, in the time in which its holder still reads. They held it here: linked before. */
async function roleLost({ db, clock }: Context, found: Candidate[], tag: string) {
  const since = new Date(clock.now().getTime() - READS_ON_MS)
  const events = await queryRows(
    db,
    LOST,
    sql`
      select player_tag as "playerTag", before, observed_at as "observedAt" from roster_events
      where club_tag = ${tag} and player_tag = any(${found.map(({ playerTag }) => playerTag)})
        and kind in ('left', 'demoted') and observed_at > ${since}
      order by observed_at desc, id desc`,
  )
  for (const { playerTag, before, observedAt } of events) {
    const candidate = found.find((each) => each.playerTag === playerTag)
    if (candidate === undefined || candidate.linkedAt >= observedAt) continue
    if (deskRoleOf(before, candidate.invited) === null) continue
    return { playerTag, readsUntil: new Date(observedAt.getTime() + READS_ON_MS) }
  }
  return null
}

/** The desk of a club as the server itself reads it, for nobody. */
export function deskOfClub(tag: string): Desk {
  const nobody = { role: 'viewer', userId: null, playerTag: null, readsUntil: null, trial: false } as const
  return { key: tag, clubTag: tag, clubName: tag, ...nobody }
}

/** The desk as this visitor works at it: in the demo every session has one of its own. */
export function deskOfVisitor(context: Context, asking: Asking, desk: Desk): Desk {
  const key = keyFor(context, asking, desk.clubTag)
  return { ...desk, key, trial: key.startsWith(TRIAL) }
}

/** In the demo anybody who has a session may try the example club's desk. */
export async function exampleDesk(context: Context, asking: Asking, tag: string): Promise<Desk | null> {
  const { installation, db } = context
  const { visitor } = asking
  if (!installation.demo || installation.exampleClubTag !== tag || visitor.kind === 'nobody') return null
  const club = await db.selectFrom('clubs').select('name').where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) return null
  const userId = visitor.kind === 'user' ? visitor.userId : null
  const desk: Desk = { ...deskOfClub(tag), clubName: nameOrTag(club.name, tag), role: 'owner', userId }
  return deskOfVisitor(context, asking, desk)
}

/** A desk as its visitor sees it. `alerts`: members on the blacklist. */
export function shownDesk(desk: Desk, alerts: number): Output<typeof getQueue>['desk'] {
  return {
    tag: desk.clubTag,
    name: desk.clubName,
    role: desk.role,
    player_tag: desk.playerTag,
    reads_until: desk.readsUntil?.toISOString() ?? null,
    alerts,
    trial: desk.trial,
  }
}
