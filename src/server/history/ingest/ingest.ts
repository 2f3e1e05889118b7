import { type Database, runAll } from '#server/database/database.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { errorCode } from '#server/kernel/errors.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { ensurePartitions } from '../retention.ts'
import { ingestBattleLogs, noteKnownLogs, recentBattles } from './battle-logs.ts'
import { foldClub, foldClubRanking } from './fold-club.ts'
import { foldBrawlerRanking, foldPlayerRanking, foldProfile } from './fold-player.ts'
import { type Ledger, recountFrom } from './ledger.ts'
import { loadLedger, withoutHidden } from './load-ledger.ts'
import { recountPlayers } from './replay-player.ts'
import { storeListed } from './write-catalogue.ts'
import { ledgerStatements } from './write-ledger.ts'
import { writeProfiles } from './write-profiles.ts'

/** What the answers brought that was not stored before. Players and clubs are given by their tags. */
export type Ingested = {
  newPlayers: string[]
  newClubs: string[]
  /** Of whom something changed, the new players included. */
  changedPlayers: string[]
  /** Players who, by a club's list, lost more trophies than a few battles take. */
  fallen: string[]
  /** Battles that were not stored for the player whose log named them. */
  newBattles: number
  /** Answers that were stored before. Battle logs overlap, so they are not among them. */
  repeated: number
  /** Clubs of which a scan was held back, since it takes too much at once (fold-club.ts). */
  heldBack: string[]
  /** Profiles whose standing in the Ranked mode cannot be right, and was set aside (docs/formulas.md#ranked-seasons). */
  setAside: number
}

/**
 * Stores answers of the game: one by one as they are collected, or hundreds that are imported. Each UTC day is one
 * transaction, so that its answers are stored whole or not at all. The order in which answers come does not matter: a
 * repeated one changes nothing, and one that is older than what is stored waits for `replayDue`, which puts it into its
 * place.
 */
export async function ingest(db: Database, answers: ObservedAnswer[]): Promise<Ingested> {
  const found: Ingested = {
    newPlayers: [],
    newClubs: [],
    changedPlayers: [],
    fallen: [],
    newBattles: 0,
    repeated: 0,
    heldBack: [],
    setAside: 0,
  }
  for (const [day, ofDay] of Map.groupBy(answers, ({ observedAt }) => dayOf(observedAt))) {
    await ensurePartitions(db, momentsOf(ofDay))
    const storeDay = () => db.transaction().execute((transaction) => ingestDay(transaction, sortAnswers(ofDay), day))
    const { ledger, newBattles } = await retryTransaction(storeDay)
    found.newPlayers.push(...ledger.newPlayers)
    found.newClubs.push(...ledger.newClubs)
    found.changedPlayers.push(...ledger.changedPlayers)
    found.fallen.push(...ledger.fallen)
    found.newBattles += newBattles
    found.repeated += ledger.repeated
    found.heldBack.push(...ledger.heldBack)
    found.setAside += ledger.setAside
  }
  return found
}

function sortAnswers(answers: ObservedAnswer[]): ObservedAnswer[] {
  return answers.toSorted((one, other) => one.observedAt.getTime() - other.observedAt.getTime())
}

type IngestedDay = { ledger: Ledger; newBattles: number }

async function ingestDay(db: Database, answers: ObservedAnswer[], day: CalendarDay): Promise<IngestedDay> {
  const ledger = await loadLedger(db, answers, day)
  const shown = withoutHidden(answers, ledger.hidden)
  for (const answer of shown) fold(ledger, answer)
  await runAll(db, ledgerStatements(ledger, day))
  await writeProfiles(db, ledger)
  for (const answer of shown) if (!(await storeListed(db, answer))) ledger.repeated += 1
  const logs = shown.filter((answer) => answer.kind === 'battle-log')
  for (const tag of await noteKnownLogs(db, [...ledger.newPlayers])) {
    recountFrom(ledger, tag, ledger.players.get(tag)?.firstSeenAt ?? new Date(day))
  }
  const { newBattles, since } = await ingestBattleLogs(db, logs)
  for (const [tag, from] of since) recountFrom(ledger, tag, from)
  await recountPlayers(db, ledger.recounts)
  return { ledger, newBattles }
}

function fold(ledger: Ledger, answer: ObservedAnswer): void {
  if (answer.kind === 'club') foldClub(ledger, answer)
  if (answer.kind === 'player') foldProfile(ledger, answer)
  if (answer.kind === 'player-ranking') foldPlayerRanking(ledger, answer)
  if (answer.kind === 'club-ranking') foldClubRanking(ledger, answer)
  if (answer.kind === 'brawler-ranking') foldBrawlerRanking(ledger, answer)
}

/** Moments of which raw rows are stored. */
function momentsOf(answers: ObservedAnswer[]): Date[] {
  return answers.flatMap((answer) =>
    answer.kind === 'battle-log'
      ? [answer.observedAt, ...recentBattles(answer).map((battle) => battle.battleTime)]
      : [answer.observedAt],
  )
}

/** SQLSTATEs: a deadlock, and a row that another transaction has changed since it was read. */
const TRY_AGAIN = ['40P01', '40001']
const TRIES = 4

/**
 * Runs a transaction again that was broken off because of another one, `tries` times in all. Two transactions that store the
 * same new clubs or players can block each other, as there is no row yet to lock in order; and two that store battles of the
 * same player and day would each lack those of the other.
 */
export async function retryTransaction<T>(run: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (tries <= 1 || !TRY_AGAIN.includes(errorCode(error))) throw error
    return retryTransaction(run, tries - 1)
  }
}
