import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { playerChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { chooseMyClub, chooseMyPlayer, listDesks } from '#shared/contract/desk-links.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { LINKED_PLAYERS_MAX, PROOF_DAYS, PROOFS_A_DAY } from '#shared/desk.ts'
import { CLUB_ROLES } from '#shared/kinds.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { said } from '#shared/texts.ts'
import { loginRequired } from '../http/serve.ts'
import type { Asking } from '../http/visitor-key.ts'
import { type Desk, deskOfVisitor, exampleDesk, shownDesk, userDesks } from './open-desk.ts'

type Desks = Output<typeof listDesks>

/** The linked players of a user and the desks that these open, by what is stored; opening one asks the game. */
export async function desksOf(context: Context, asking: Asking): Promise<Desks> {
  const { visitor } = asking
  const { exampleClubTag } = context.installation
  const example = exampleClubTag === null ? null : await exampleDesk(context, asking, exampleClubTag)
  if (visitor.kind !== 'user') {
    if (example === null) throw loginRequired()
    const clubs = await withAlerts(context, [example])
    const nothing = { players: [], my_club: null, my_player: null }
    return { ...nothing, players_max: LINKED_PLAYERS_MAX, clubs, proofs_left_today: PROOFS_A_DAY }
  }
  const { userId } = visitor
  const desks = (await userDesks(context, userId)).map((desk) => deskOfVisitor(context, asking, desk))
  const leads = desks.some(({ key, role }) => key === example?.key && role !== 'member')
  const tried = example === null || leads ? [] : [example]
  const others = desks.filter(({ key }) => leads || key !== example?.key)
  return {
    players: await linkedPlayers(context, userId),
    players_max: LINKED_PLAYERS_MAX,
    clubs: await withAlerts(context, [...others, ...tried]),
    my_club: await myClub(context, userId),
    my_player: await myPlayer(context, userId),
    proofs_left_today: await proofsLeft(context, userId),
  }
}

const LINKED = {
  tag: z.string(),
  name: z.nullable(z.string()),
  linkedAt: z.date(),
  role: z.nullable(z.enum(CLUB_ROLES)),
  club: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
}

async function linkedPlayers({ db }: Context, userId: number): Promise<Desks['players']> {
  const rows = await queryRows(
    db,
    LINKED,
    sql`
      select l.player_tag as tag, p.name, l.linked_at as "linkedAt", m.role, c.tag as club, c.name as "clubName"
      from linked_players l
        left join players p on p.tag = l.player_tag
        left join clubs c on c.tag = p.club_tag
        left join club_members m on m.club_tag = c.tag and m.player_tag = l.player_tag and m.left_at is null
      where l.user_id = ${userId} order by l.linked_at, l.player_tag`,
  )
  return rows.map(({ tag, name, linkedAt, role, club, clubName }) => ({
    tag,
    name: nameOrTag(name ?? tag, tag),
    linked_at: linkedAt.toISOString(),
    proven_until: new Date(linkedAt.getTime() + PROOF_DAYS.holds * DAY_MS).toISOString(),
    club: club === null ? null : { tag: club, name: nameOrTag(clubName ?? club, club) },
    role,
  }))
}

/** The desks as they are shown, each with how many members are on its blacklist. */
async function withAlerts({ db, clock }: Context, desks: readonly Desk[]): Promise<Desks['clubs']> {
  const today = dayOf(clock.now())
  const rows = await queryRows(
    db,
    { desk: z.string(), alerts: z.number() },
    sql`
      select k.desk, count(distinct m.player_tag)::integer as alerts
      from unnest(${desks.map(({ key }) => key)}::text[], ${desks.map(({ clubTag }) => clubTag)}::text[]) as k(desk, club)
        join member_marks b on b.desk = k.desk and b.kind = 'blacklist' and b.removed_at is null and b.until >= ${today}::date
        join club_members m on m.club_tag = k.club and m.player_tag = b.player_tag and m.left_at is null
      group by k.desk`,
  )
  const alerts = new Map(rows.map((row) => [row.desk, row.alerts]))
  return desks.map((desk) => shownDesk(desk, desk.role === 'member' ? 0 : (alerts.get(desk.key) ?? 0)))
}

async function myClub({ db }: Context, userId: number): Promise<Desks['my_club']> {
  const row = await db
    .selectFrom('users')
    .innerJoin('clubs', 'clubs.tag', 'users.my_club')
    .select(['clubs.tag', 'clubs.name'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : { tag: row.tag, name: nameOrTag(row.name, row.tag) }
}

/** Keeps which club a user named as theirs. */
export async function chooseClub(
  context: Context,
  userId: number,
  tag: string | null,
): Promise<Output<typeof chooseMyClub>> {
  const { db } = context
  if (tag !== null) {
    const club = await db.selectFrom('clubs').select('tag').where('tag', '=', tag).executeTakeFirst()
    if (club === undefined) throw clubNotTracked()
  }
  await db.updateTable('users').set({ my_club: tag }).where('id', '=', userId).execute()
  return { my_club: await myClub(context, userId) }
}

/** Null also while the player is hidden. */
async function myPlayer({ db }: Context, userId: number): Promise<Desks['my_player']> {
  const row = await db
    .selectFrom('users')
    .innerJoin('players', 'players.tag', 'users.my_player')
    .select(['players.tag', 'players.name'])
    .where('users.id', '=', userId)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
  return row === undefined ? null : { tag: row.tag, name: nameOrTag(row.name, row.tag) }
}

/** Keeps which player a user named as themselves. */
export async function choosePlayer(
  context: Context,
  userId: number,
  tag: string | null,
): Promise<Output<typeof chooseMyPlayer>> {
  const { db } = context
  if (tag !== null) {
    const player = await db
      .selectFrom('players')
      .select('tag')
      .where('tag', '=', tag)
      .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
      .executeTakeFirst()
    if (player === undefined) throw await playerNotShown(db, tag)
  }
  await db.updateTable('users').set({ my_player: tag }).where('id', '=', userId).execute()
  return { my_player: await myPlayer(context, userId) }
}

/** How many proofs the user may still begin today. */
async function proofsLeft({ db, clock }: Context, userId: number): Promise<number> {
  const { begun } = await db
    .selectFrom('proofs')
    .select(({ fn }) => fn.countAll<number>().as('begun'))
    .where('user_id', '=', userId)
    .where('asked_at', '>', new Date(clock.now().getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return Math.max(0, PROOFS_A_DAY - Number(begun))
}

/** Forgets that the player is the user's, and the link for absences and the reviews that they shared with it. */
export async function unlink({ db, log, announcements }: Context, userId: number, tag: string): Promise<void> {
  const ended = await db
    .deleteFrom('linked_players')
    .where('user_id', '=', userId)
    .where('player_tag', '=', tag)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new AppError('not_found', said('error.notLinked'), { code: 'not_linked' })
  announcements.announce([playerChange(tag)])
  log.info({ audit: 'player_unlinked', userId, tag }, 'player unlinked from an account')
}
