import type { Database } from '#server/database/database.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { hideInAnswers } from '../hidden-players.ts'
import { ensurePartitions } from '../partitions.ts'
import { ingestBattleLogs, recentBattles } from './battle-logs.ts'
import { foldClub } from './fold-club.ts'
import { foldProfile } from './fold-player.ts'
import type { Ledger } from './ledger.ts'
import { loadLedger } from './load-ledger.ts'
import { foldBrawlerRanking, foldClubRanking, foldPlayerRanking, type Ranking, writeRanking } from './rankings.ts'
import { writeClubs, writePlayerDays, writePlayers, writeProfiles } from './write-ledger.ts'

/** What the answers brought that was not stored before. */
export type Ingested = {
  /** Seen for the first time. */
  newPlayers: string[]
  newClubs: string[]
  /** Everyone of whom something changed, the new ones included. */
  changedPlayers: string[]
  /** Battles in players' logs that were not stored for them, in all. */
  newBattles: number
}

/**
 * Stores answers of the game, given in any number and in the order of time: what is collected live comes one by one,
 * what is imported or filled in comes by the hundred. One transaction a UTC day: a day's answers are stored whole or
 * not at all. Answers older than what is stored of their subject are ignored, so repeating a call changes nothing.
 */
export async function ingest(db: Database, answers: ObservedAnswer[]): Promise<Ingested> {
  const found: Ingested = { newPlayers: [], newClubs: [], changedPlayers: [], newBattles: 0 }
  for (const [day, ofDay] of byDay(answers)) {
    await ensurePartitions(db, momentsOf(ofDay))
    const storeDay = () => db.transaction().execute((transaction) => ingestDay(transaction, ofDay, day))
    const { ledger, newBattles } = await retryDeadlock(storeDay)
    found.newPlayers.push(...ledger.newPlayers)
    found.newClubs.push(...ledger.newClubs)
    found.changedPlayers.push(...ledger.changedPlayers)
    found.newBattles += newBattles
  }
  return found
}

type IngestedDay = { ledger: Ledger; newBattles: number }

async function ingestDay(db: Database, answers: ObservedAnswer[], day: string): Promise<IngestedDay> {
  const ledger = await loadLedger(db, answers)
  const shown = hideInAnswers(answers, ledger.hidden)
  for (const answer of shown) fold(ledger, answer)
  await writeClubs(db, ledger, day)
  await writePlayers(db, ledger)
  await writePlayerDays(db, ledger, day)
  await writeProfiles(db, ledger)
  for (const answer of shown) if (isRanking(answer)) await writeRanking(db, answer)
  const logs = shown.filter((answer) => answer.kind === 'battle-log')
  return { ledger, newBattles: await ingestBattleLogs(db, logs) }
}

function fold(ledger: Ledger, answer: ObservedAnswer): void {
  if (answer.kind === 'club') foldClub(ledger, answer)
  if (answer.kind === 'player') foldProfile(ledger, answer)
  if (answer.kind === 'player-ranking') foldPlayerRanking(ledger, answer)
  if (answer.kind === 'club-ranking') foldClubRanking(ledger, answer)
  if (answer.kind === 'brawler-ranking') foldBrawlerRanking(ledger, answer)
}

function isRanking(answer: ObservedAnswer): answer is Ranking {
  return answer.kind === 'player-ranking' || answer.kind === 'club-ranking' || answer.kind === 'brawler-ranking'
}

function byDay(answers: ObservedAnswer[]): Map<string, ObservedAnswer[]> {
  return Map.groupBy(answers, (answer) => answer.observedAt.toISOString().slice(0, 10))
}

function momentsOf(answers: ObservedAnswer[]): Date[] {
  return answers.flatMap((answer) =>
    answer.kind === 'battle-log'
      ? [answer.observedAt, ...recentBattles(answer).map((battle) => battle.battleTime)]
      : [answer.observedAt],
  )
}

const DEADLOCK = '40P01'
const TRIES = 4

/**
 * Runs a transaction again that the store gave up because two waited for each other: both met a club or player that
 * neither could lock, as it was not stored yet. What it does must be repeatable.
 */
export async function retryDeadlock<T>(run: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (tries <= 1 || !isDeadlock(error)) throw error
    return retryDeadlock(run, tries - 1)
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK
}
