import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { addOwnAbsence, makeAbsenceLink, readOwnAbsences } from '#shared/contract/desk-records.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { said } from '#shared/texts.ts'
import { createAbsence, deleteAbsence, storedAbsences } from './absences.ts'
import { namesOf, noRecord } from './desk-log.ts'
import type { Desk } from './open-desk.ts'

/** How long a link works; a new one ends the one before. */
const LINK_MS = 180 * DAY_MS
const TOKEN_BYTES = 24

/** Makes the link by which the desk's visitor reports their own player away. */
export async function makeLink(context: Context, desk: Desk, tag: string): Promise<Output<typeof makeAbsenceLink>> {
  const { db, clock } = context
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const until = new Date(clock.now().getTime() + LINK_MS)
  const linked = await db
    .updateTable('linked_players')
    .set({ link_hash: hashToken(token), link_desk: desk.key, link_until: until })
    .where('user_id', '=', desk.userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('player_tag', '=', tag),
        exists(
          selectFrom('tombstones')
            .whereRef('tombstones.tag', '=', 'linked_players.player_tag')
            .where('alias', '=', tag),
        ),
      ]),
    )
    .returning('player_tag')
    .executeTakeFirst()
  if (linked === undefined) throw new AppError('not_found', said('error.notLinkedToYou'), { code: 'not_linked' })
  return { token, player_tag: tag, expires_at: until.toISOString() }
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

type Own = { desk: Desk; playerTag: string }

/**
 * Whose link it is: a player who is in the club now, under the alias where they are hidden. Throws 404 for every other
 * token.
 */
async function ownerOf({ db, clock }: Context, token: string): Promise<Own> {
  const row = await db
    .selectFrom('linked_players as l')
    .innerJoin('clubs as c', (join) => join.on(sql<boolean>`c.tag = substring(l.link_desk from '#.*')`))
    .leftJoin('tombstones as t', 't.tag', 'l.player_tag')
    .innerJoin('club_members as m', (join) =>
      join
        .onRef('m.club_tag', '=', 'c.tag')
        .on(sql<boolean>`m.player_tag in (l.player_tag, t.alias) and m.left_at is null`),
    )
    .select(['l.user_id', 'l.link_desk', 'm.player_tag', 'c.tag', 'c.name'])
    .where('link_hash', '=', hashToken(token))
    .where('link_until', '>', clock.now())
    .executeTakeFirst()
  if (row === undefined) {
    throw new AppError('not_found', said('error.linkOver'), { code: 'link_over' })
  }
  const desk: Desk = {
    key: row.link_desk ?? row.tag,
    clubTag: row.tag,
    clubName: nameOrTag(row.name, row.tag),
    role: 'member',
    userId: row.user_id,
    playerTag: row.player_tag,
    readsUntil: null,
    trial: row.link_desk !== row.tag,
  }
  return { desk, playerTag: row.player_tag }
}

/** What the member entered and is not over, and nothing else of the desk. */
export async function ownAbsences(context: Context, token: string): Promise<Output<typeof readOwnAbsences>> {
  const own = await ownerOf(context, token)
  return answerOwn(context, own)
}

async function answerOwn({ db, clock }: Context, { desk, playerTag }: Own): Promise<Output<typeof readOwnAbsences>> {
  const rows = await storedAbsences(db, desk)
    .where('player_tag', '=', playerTag)
    .where('by_member', '=', true)
    .where('until_day', '>=', dayOf(clock.now()))
    .orderBy('from_day')
    .orderBy('id')
    .execute()
  const names = await namesOf(db, [playerTag])
  return {
    club_tag: desk.clubTag,
    club_name: desk.clubName,
    player_tag: playerTag,
    player_name: names(playerTag),
    absences: rows.map(({ id, from, until, note, version }) => ({ id, from, until, note, version })),
  }
}

/** Reports the owner of the link away. */
export async function createOwnAbsence(
  context: Context,
  { token, ...span }: Input<typeof addOwnAbsence>['body'],
): Promise<Output<typeof readOwnAbsences>> {
  const own = await ownerOf(context, token)
  await createAbsence(context, own.desk, { ...span, player_tag: own.playerTag, byMember: true })
  return answerOwn(context, own)
}

/** Takes away an absence that the member entered. */
export async function deleteOwnAbsence(
  context: Context,
  { token, id, version }: { token: string; id: number; version: number },
): Promise<Output<typeof readOwnAbsences>> {
  const own = await ownerOf(context, token)
  const { absences } = await answerOwn(context, own)
  if (!absences.some((absence) => absence.id === id)) throw noRecord()
  await deleteAbsence(context, own.desk, { id, version })
  return answerOwn(context, own)
}
