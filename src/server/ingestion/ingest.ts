import type { Database } from '../database/connection.ts'
import { foldClub } from './fold-club.ts'
import { foldProfile } from './fold-profile.ts'
import { foldBrawlerRanking, foldClubRanking, foldPlayerRanking } from './fold-ranking.ts'
import { ingestBattleLogs, recentBattles } from './ingest-battle-logs.ts'
import type { Ledger } from './ledger.ts'
import { loadLedger } from './load-ledger.ts'
import type { ObservedAnswer } from './observed-answer.ts'
import { ensurePartitions } from './partitions.ts'
import { retryDeadlock } from './retry-deadlock.ts'
import { veilAnswers } from './veil-answers.ts'
import { writeClubs } from './write-clubs.ts'
import { writePlayerDays, writePlayers } from './write-players.ts'
import { writeProfiles } from './write-profiles.ts'
import { type Ranking, writeRanking } from './write-rankings.ts'

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
  const shown = veilAnswers(answers, ledger.hidden)
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
