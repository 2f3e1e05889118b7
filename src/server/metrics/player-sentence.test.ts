import { describe, expect, it } from 'vitest'
import { rhythm, seriesOf } from '#test/daily-series.ts'
import { playerActivity } from './player-activity.ts'
import { type ClubPlace, playerSentence } from './player-sentence.ts'

/** 30 days of a player who ends with 49,460 trophies, plays on the last `active` days and gains so much in equal parts. */
function month({ gain, active, place = null }: { gain: number; active: number; place?: ClubPlace | null }) {
  const won = (days: number) => Math.round((gain * days) / Math.max(1, active))
  const closes = Array.from({ length: 31 }, (_, day) => 49_460 - gain + won(Math.max(0, day + active - 30)))
  const changes = closes.map((_, day) => (day > 30 - active ? 2 : 0))
  return playerSentence(playerActivity(seriesOf(closes, { changes }), 50), place)
}

describe('the sentences over a player', () => {
  it('tell the form, the place in the club and the way to the next milestone', () => {
    expect(month({ gain: 1820, active: 26, place: { rank: 2, members: 28 } })).toBe(
      // 540 / (1,820 / 30) = 8.9
      'Peak form: up +1,820 in 30 days, active 26 of 30 days, 2nd-best contributor in the club. Next milestone: 50k, about 9 days away.',
    )
  })

  it.each([
    [{ rank: 1, members: 28 }, ', best contributor in the club.'],
    [{ rank: 3, members: 28 }, ', 3rd-best contributor in the club.'],
    [{ rank: 22, members: 28 }, ', 22nd of 28 contributors in the club.'],
    [null, 'of 30 days.'],
  ])('put the place %j as %s', (place, text) => {
    expect(month({ gain: 1820, active: 26, place })).toContain(text)
  })

  it.each([
    [{ gain: 1820, active: 20 }, 'On the rise: up +1,820 in 30 days, active 20 of 30 days.'],
    [{ gain: 30, active: 30 }, 'Holding level: up +30 in 30 days, active 30 of 30 days.'],
    [{ gain: 0, active: 12 }, 'Holding level: no net gain in 30 days, active 12 of 30 days.'],
    [{ gain: -1200, active: 30 }, 'Losing ground: down 1,200 in 30 days, active 30 of 30 days.'],
    [{ gain: 0, active: 0 }, 'Silent: no net gain in 30 days, active 0 of 30 days.'],
  ])('of %j begin with %s', (figures, text) => {
    expect(month({ ...figures })?.startsWith(text)).toBe(true)
  })

  it('say how many trophies are missing when the days cannot be told or are too many', () => {
    expect(month({ gain: 0, active: 5 })).toContain('Next milestone: 50k, 540 trophies to go.')
    expect(month({ gain: 30, active: 30 })).toContain('540 trophies to go.') // 540 days
    expect(month({ gain: 16_200, active: 30 })).toContain('about 1 day away.') // 540 a day
  })

  it('do not praise the place of somebody who gained nothing', () => {
    expect(month({ gain: 0, active: 3, place: { rank: 1, members: 4 } })).not.toContain('contributor')
  })

  it('speak of a single day and stay silent without one', () => {
    expect(playerSentence(playerActivity(rhythm('#'), 50), null)).toContain('active 1 of 1 day.')
    expect(playerSentence(playerActivity(seriesOf([null]), 50), null)).toBeNull()
  })
})
