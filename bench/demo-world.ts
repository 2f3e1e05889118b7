// How close the demo's world is to the game, and what simulating it costs: `node bench/demo-world.ts [clubs] [days]`.
import { DEMO_SEED } from '#demo/start-demo-provider.ts'
import { createWorld } from '#demo/world/create-world.ts'
import { type DemoFigures, demoFigures } from '#test/demo-figures.ts'
import { writeResult } from './results.ts'

const [clubs = 260, days = 90] = process.argv.slice(2).map(Number)

/** Each figure's name, and its value in recordings of the real game (docs/game-api.md#play). */
const REAL: Record<keyof DemoFigures, [name: string, real: string]> = {
  daysWithoutChange: ["members' days without a trophy change %", '64 to 77'],
  change95: ['daily trophy change, q95', '344'],
  change99: ['daily trophy change, q99', '1,224'],
  largestGain: ['largest gain in a day', '2,500 to 2,878'],
  largestFall: ['largest fall in a day', 'below 500 but at season ends'],
  battles25: ['battles of an active day, q25', '7'],
  battles50: ['battles of an active day, median', '15'],
  battles75: ['battles of an active day, q75', '29'],
  battles95: ['battles of an active day, q95', '70 to 76'],
  mostBattles: ['most battles in a day', '139'],
  medianChange: ['median size of one trophy change', '10'],
  power11: ['battles with power 11 %', '63 to 72'],
  victories: ['victories in ladder team battles %', '58 to 66'],
  trophies10: ["members' trophies, q10", '9,000'],
  trophies50: ["members' trophies, median", '41,000'],
  trophies90: ["members' trophies, q90", '75,000'],
  medianGrowth: ['growth of the median club %', '+7.9 in 54 days'],
  shrinkingClubs: ['clubs that shrank %', 'unknown'],
  ghosts7: ['ghosts of 7 days %', '68'],
  ghosts14: ['ghosts of 14 days %', '48'],
  ghosts30: ['ghosts of 30 days %', '41'],
  clubsOfGhosts: ['clubs with 40 to 70 % ghosts of 7 days %', 'unknown'],
  livelyClubs: ['clubs with 30 % of them or fewer %', 'unknown'],
}

const before = process.cpuUsage()
const world = createWorld({ seed: DEMO_SEED, epoch: new Date('2026-06-01T00:00:00Z'), clubs })
const figures = demoFigures(world, days)
const { user, system } = process.cpuUsage(before)
const milliseconds = Math.round((user + system) / 1000)
console.log(
  `${clubs} clubs, ${world.players.length} players, ${days} days, simulated and measured in ${milliseconds} ms`,
)
console.table(
  Object.fromEntries(
    Object.entries(REAL).map(([key, [name, real]]) => [name, { real, demo: figures[key as keyof DemoFigures] }]),
  ),
)
writeResult('demo-world', { clubs, days, figures, milliseconds })
