// A day of a world of 5,000 clubs under a budget of calls: `node bench/simulated-day.ts [clubs] [calls a second]`.
// Real: the classes of targets and their shares of a round, intervals, liveliness, and the demo's characters and plans.
// Simplified: targets are in memory, calls take no time and never fail, players do not change clubs, and visitors make
// no calls. One day passes before the measured day, which is a Saturday.
import { createRandom } from '#shared/random.ts'
import { collectByPolicy, type Demand } from './day/collect-by-policy.ts'
import { createDataAge, createLogReading, sampleActivity } from './day/sampled-activity.ts'
import { writeResult } from './results.ts'

const DAY_SECONDS = 86_400
const SEED = 7

/** A tenth of the clubs was searched. Half of the clubs and 3,400 players are in rankings of 17 countries. */
const DEMAND: Demand = {
  searchedClubs: 0.1,
  rankedClubs: 0.5,
  searchedPlayers: 2000,
  rankedPlayers: 3400,
  rankings: 34,
  brawlerRankings: 17 * 100,
}

const [clubs = 5000, callsPerSecond = 8] = process.argv.slice(2).map(Number)
const world = sampleActivity({ clubs, days: 2, seed: SEED, epoch: new Date('2026-06-05T00:00:00Z') })
const { players } = world
const span = { from: DAY_SECONDS, to: 2 * DAY_SECONDS }
const playing = players.filter(({ battles }) => battles.some((time) => time > span.from)).length
console.log(`${clubs} clubs, ${players.length} players, ${playing} of them play; ${callsPerSecond} calls a second`)

const currency = createDataAge(players, span)
const logs = createLogReading(players, span)
const options = { world, currency, logs, random: createRandom(SEED), demand: DEMAND, callsPerSecond }
const { calls, latest } = collectByPolicy({ ...options, ...span, seconds: span.to })
const spent = Object.values(calls).reduce((sum, count) => sum + count, 0)
const rows = {
  'by clubs (Delphin)': { ...currency.shares(), ...logs.result(), ...budget(spent) },
  'player by player, profiles': oneByOne('profiles'),
  'player by player, battle logs': oneByOne('logs'),
}
console.table(rows)
console.log(`Calls of the day by kind, and the seconds that the latest of them was late: ${Math.round(latest)}`)
console.table(calls)
writeResult('simulated-day', { clubs, players: players.length, playing, callsPerSecond, rows, calls, latest })

/** The same budget spent on all players in turn, for comparison. */
function oneByOne(what: 'profiles' | 'logs') {
  const looked = createDataAge(players, span)
  const reading = createLogReading(players, span)
  for (let call = 0; call < span.to * callsPerSecond; call++) {
    const now = call / callsPerSecond
    const player = call % players.length
    if (what === 'profiles') looked.look(player, now)
    else reading.read(player, now)
  }
  const shown = what === 'profiles' ? looked.shares() : reading.result()
  return { ...shown, ...budget(DAY_SECONDS * callsPerSecond) }
}

function budget(spentCalls: number) {
  return { 'budget used %': Math.round((1000 * spentCalls) / (DAY_SECONDS * callsPerSecond)) / 10 }
}
