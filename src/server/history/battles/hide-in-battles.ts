import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, dateColumn, queryRows } from '#server/database/database.ts'
import { packBattle, packDay, packTag, unpackDay } from './pack-battles.ts'
import { unpackBattle, withoutMate } from './unpack-battles.ts'

/** A battle without the tag of a player who is hidden; what they played, and whether they won, stays. */
export function hideInBattle(sides: Buffer, tag: string): Buffer {
  if (!sides.includes(packTag(tag))) return sides
  const { teamsKnown, ...battle } = unpackBattle(sides)
  const teams = battle.teams.map(({ lobby, fighters }) => ({
    lobby,
    fighters: fighters.map((fighter) => (fighter.tag === tag ? { ...fighter, tag: null } : fighter)),
  }))
  return packBattle({ ...battle, teams }, teamsKnown)
}

type PackedDayOfPlayer = { sides: Buffer; keys: Buffer }

/** A player's day without the tag of a mate who is hidden. */
export function hideInDay(day: PackedDayOfPlayer, tag: string): Buffer {
  if (!day.sides.includes(packTag(tag))) return day.sides
  return packDay(unpackDay(day).map((each) => ({ ...each, side: withoutMate(each.side, tag) }))).sides
}

/**
 * Removes a player's tag from the battles of others. No count changes by it. Answers that are stored meanwhile do not
 * name the player any more, but may write a day anew that was read before, so it looks again until it finds nothing.
 */
export async function leaveBattles(db: Database, tag: string): Promise<void> {
  while ((await leaveSides(db, tag)) + (await leaveDays(db, tag)) > 0);
}

async function leaveSides(db: Database, tag: string): Promise<number> {
  const rows = await queryRows(
    db,
    { key: z.string(), time: z.date(), sides: z.custom<Buffer>(Buffer.isBuffer) },
    sql`select battle_key as key, battle_time as time, sides from battles where position(${packTag(tag)} in sides) > 0`,
  )
  let changed = 0
  for (const { key, time, sides } of rows) {
    const hidden = hideInBattle(sides, tag)
    if (hidden.equals(sides)) continue
    changed += 1
    await db
      .updateTable('battles')
      .set({ sides: hidden })
      .where('battle_key', '=', key)
      .where('battle_time', '=', time)
      .where('sides', '=', sides)
      .execute()
  }
  return changed
}

async function leaveDays(db: Database, tag: string): Promise<number> {
  const rows = await queryRows(
    db,
    {
      player: z.string(),
      day: dateColumn,
      sides: z.custom<Buffer>(Buffer.isBuffer),
      keys: z.custom<Buffer>(Buffer.isBuffer),
    },
    sql`select player_tag as player, day, sides, keys from player_battles where position(${packTag(tag)} in sides) > 0`,
  )
  let changed = 0
  for (const { player, day, sides, keys } of rows) {
    const hidden = hideInDay({ sides, keys }, tag)
    if (hidden.equals(sides)) continue
    changed += 1
    await db
      .updateTable('player_battles')
      .set({ sides: hidden })
      .where('player_tag', '=', player)
      .where('day', '=', day)
      .where('sides', '=', sides)
      .execute()
  }
  return changed
}
