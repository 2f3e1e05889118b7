import { WITHDRAWN } from './brawler-names.ts'
import { itemAt } from './item-at.ts'
import { logIn } from './log-in.ts'
import { planDay, type Session } from './plan-day.ts'
import { type Plan, planBattle, playBattle } from './play-battle.ts'
import { between, createRandom, mix, type Random } from './random.ts'
import { endSeasons } from './season-end.ts'
import { startingState } from './starting-state.ts'
import { DAY, type Seconds } from './time.ts'
import type { Competitor, Crew, World } from './world.ts'

const PAUSE = 60

/** Simulates a crew up to and including the day of an instant. Days are played in order, so what was asked before never matters. */
export function simulateCrew(world: World, crew: Crew, until: Seconds): void {
  const days = Math.floor((until - world.epoch) / DAY) + 1
  while (crew.days < days) {
    simulateDay(world, crew, crew.days)
    crew.days += 1
  }
}

/** The members of a crew with their states, made at the first call. */
function competitors(crew: Crew): Competitor[] {
  return crew.members.map((player) => {
    if (player.latest === null) {
      player.latest = startingState(player)
      player.startingTrophies = player.latest.total
    }
    return { player, state: player.latest }
  })
}

function simulateDay(world: World, crew: Crew, day: number): void {
  const random = createRandom(mix(crew.seed, day))
  const dayStart = world.epoch + day * DAY
  const everyone = competitors(crew)
  for (const session of planDay(crew, day, dayStart, random)) playSession(world, crew, everyone, session, random)
  for (const competitor of everyone) endSeasons(world, competitor, dayStart + DAY - 1)
}

function playSession(world: World, crew: Crew, everyone: Competitor[], session: Session, random: Random): void {
  const party = everyone.filter((_, slot) => session.party & (1 << slot))
  const busyUntil = Math.max(...party.map(({ player }) => itemAt(crew.freeAt, player.slot)))
  let time = Math.max(session.start, busyUntil + PAUSE)
  const withdrawal = world.epoch + WITHDRAWN.day * DAY + WITHDRAWN.hour * 3600
  for (const competitor of party) {
    endSeasons(world, competitor, time)
    logIn(competitor, time, time >= withdrawal, random)
  }
  let plan: Plan | null = null
  for (let i = 0; i < session.battles; i += 1) {
    time += between(random, 85, 260)
    for (const competitor of party) endSeasons(world, competitor, time)
    plan = planBattle(party, plan, world, time, random)
    playBattle(party, session.party, plan, time, random)
  }
  for (const { player } of party) crew.freeAt[player.slot] = time
}
