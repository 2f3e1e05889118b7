import { chanceOfPlaying } from './characters.ts'
import { itemAt } from './item-at.ts'
import { gauss, mix, type Random } from './random.ts'
import { DAY, type Seconds } from './time.ts'
import type { Crew, Player } from './world.ts'

/** An evening's or a break's playing. `party`: a bit for each member of the crew who takes part. */
export type Session = { start: Seconds; battles: number; party: number }

/** Share of playing by local hour: asleep at four, a small peak at noon, the evening's at seven. */
const LOCAL_HOURS = [3, 1.5, 0.6, 0.3, 0.2, 0.2, 0.8, 2, 3, 3, 4, 5, 6, 5, 5, 6, 7, 8, 9, 10, 9, 8, 7, 5]
const HOURS_TOTAL = LOCAL_HOURS.reduce((sum, weight) => sum + weight, 0)

const TOGETHER = 0.3
const MOST_BATTLES = 139
const SPREAD = 0.75

/** The sessions of a crew on a day that starts at `dayStart`, in order of their start. */
export function planDay(crew: Crew, day: number, dayStart: Seconds, random: Random): Session[] {
  const weekday = new Date(dayStart * 1000).getUTCDay()
  const plays = crew.members.map((player) => battlesToday(player, day, weekday, random))
  const everyone = plays.reduce((bits, battles, slot) => (battles > 0 ? bits | (1 << slot) : bits), 0)
  const sessions: Session[] = []
  for (const [slot, battles] of plays.entries()) {
    const player = itemAt(crew.members, slot)
    for (let left = battles; left > 0; ) {
      const size = Math.min(left, 1 + Math.floor(-Math.log(1 - random()) * 7))
      const party = slot === 0 && random() < TOGETHER ? everyone : 1 << slot
      sessions.push({ start: dayStart + timeOfDay(player, random), battles: size, party })
      left -= size
    }
  }
  return sessions.sort((a, b) => a.start - b.start)
}

function battlesToday(player: Player, day: number, weekday: number, random: Random): number {
  const phase = mix(player.seed, 2) % 45
  const chance = chanceOfPlaying(player.character, day, weekday, phase)
  const plays = random() < chance
  const battles = player.character.battles * Math.exp(SPREAD * gauss(random))
  return plays ? Math.min(MOST_BATTLES, Math.max(1, Math.round(battles))) : 0
}

function timeOfDay(player: Player, random: Random): Seconds {
  let left = random() * HOURS_TOTAL
  let hour = 0
  while (hour < 23 && left >= itemAt(LOCAL_HOURS, hour)) {
    left -= itemAt(LOCAL_HOURS, hour)
    hour += 1
  }
  const local = hour * 3600 + Math.floor(random() * 3600)
  return (((local - player.country.utcOffset * 3600) % DAY) + DAY) % DAY
}
