// Whether the figures of Delphin are true: `node bench/true-figures.ts`. The demo's world is known battle by battle, and
// is looked at as the collector looks at the game.
// 1. Heatmap levels without any battle log, by scans a day, beside an earlier rule and on recordings of the real game.
// 2. Scores of members when nobody looked for 10 of 30 days.
// 3. Resets found at a season end and at a withdrawal.
// 4. Whether the order of answers changes what is stored.
import { writeResult } from './results.ts'
import { storesOfOrders } from './true-figures/any-order.ts'
import { findResets, TAKINGS } from './true-figures/found-resets.ts'
import { compareLevels, dayEnds, told } from './true-figures/heat-levels.ts'
import { openKnownWorld, scanTimes } from './true-figures/known-world.ts'
import { compareWithGap } from './true-figures/member-gap.ts'
import { recordedLevels } from './true-figures/recorded-logs.ts'

const CLUBS = 60
const DAYS = 69
const STORED_CLUBS = 16
const SCANS_A_DAY = [1, 4, 12, 24, 72]

type TimesOf = Parameters<typeof compareLevels>[1]

const started = performance.now()
const took = () => `after ${Math.round((performance.now() - started) / 1000)} s`
const world = openKnownWorld(CLUBS, DAYS)
console.log(`${CLUBS} clubs, ${world.players.length} players, ${DAYS} days, ${took()}`)

const scans: [name: string, timesOf: TimesOf][] = [
  ['1 scan as the day ends', (_club, span) => dayEnds(span)],
  ...SCANS_A_DAY.map((daily): (typeof scans)[number] => [
    `${daily} scans a day`,
    (club, span) => scanTimes(club, span, daily),
  ]),
]
const tallies = scans.map(([name, timesOf]) => ({ name, ...compareLevels(world, timesOf) }))
const { playerDays, daysWithPlay } = tallies[0]?.formula ?? { playerDays: 0, daysWithPlay: 0 }
const levels = Object.fromEntries(
  tallies.flatMap(({ name, formula, changes }) => [
    [name, told(formula)],
    [`${name}, each change one game`, told(changes)],
  ]),
)
console.log(`Heatmap levels without a battle log: ${playerDays} player-days, ${daysWithPlay} with play, ${took()}`)
console.table(levels)

const recorded = recordedLevels()
console.log('The same on battle logs of the real game, whose days are known in part alone')
console.table(recorded)

const gap = await compareWithGap(world, STORED_CLUBS)
console.log(`Points by which scores over 30 days differ when nobody looked for 10 of them, ${took()}`)
console.table(gap)

const resets: Record<string, Awaited<ReturnType<typeof findResets>>> = {}
for (const [name, taking] of Object.entries(TAKINGS)) {
  resets[`${name}, no profiles`] = await findResets(world, STORED_CLUBS, taking, false)
  resets[`${name}, daily profiles`] = await findResets(world, STORED_CLUBS, taking, true)
}
console.log(`Resets, ${took()}`)
console.table(resets)

const orders = await storesOfOrders(world, 2, 20)
console.log(`${orders.equal} of ${orders.orders} orders of a recording make the same store, ${took()}`)
console.table(orders)
writeResult('true-figures', { clubs: CLUBS, playerDays, daysWithPlay, levels, recorded, gap, resets, orders })
