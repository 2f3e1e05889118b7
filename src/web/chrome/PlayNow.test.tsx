// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { sourceText } from '#shared/play-now-texts.ts'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { PlayNowLine } from './PlayNow.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const OWN = { battles: 18, won: 12, map_battles: 0, map_won: 0 }
const PIPER = {
  brawler_id: 16_000_015,
  brawler_name: 'PIPER',
  power: 9,
  trophies: 750,
  share: 62.4,
  low: 50,
  high: 74.8,
  mean_place: null,
  own: OWN,
  others: { share: 54.1, battles: 200, of: 'map' },
}
const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString()
const mapOf = (given: object) => {
  return {
    event_id: 1,
    map: 'Hideout',
    mode: 'bounty',
    ends_at: endsIn(2.5 * HOUR_MS),
    counts: 'wins',
    best: [PIPER],
    ...given,
  }
}
const adviceOf = (given: object) => ({
  tag: '#8PQ',
  name: 'Ada',
  last_updated: endsIn(-HOUR_MS),
  stale: false,
  days: 90,
  min_power: 7,
  owned: 12,
  fit: 4,
  events: [mapOf({})],
  ranked: [],
  ...given,
})

/** The line on a page that knows whether it is open, as that of a player does. */
function Line() {
  const [isOpen, setOpen] = useState(false)
  return <PlayNowLine tag="#8PQ" isOpen={isOpen} onOpen={setOpen} />
}

const show = (given: object) => renderPage(<Line />, { '/api/analytics/player/8PQ/play-now': adviceOf(given) })

/** Without drawings; the time that is left moves on while the test runs. */
function wordsIn(item: HTMLElement): string {
  const copy = item.cloneNode(true) as HTMLElement
  for (const drawing of copy.querySelectorAll('svg')) drawing.remove()
  return (copy.textContent ?? '').replace(/\d+ h \d+ min|\d+ min/, 'TIME')
}

test('a player sees the brawler to start in one line, and all open maps after a tap', async () => {
  const showdown = {
    ...PIPER,
    brawler_name: 'EL PRIMO',
    share: 58.7,
    mean_place: 4.48,
    own: null,
    others: { share: 55, battles: 90, of: 'all' },
  }
  show({
    events: [
      mapOf({}),
      mapOf({
        event_id: 2,
        map: null,
        mode: 'soloShowdown',
        counts: 'places',
        best: [showdown],
        ends_at: endsIn(HOUR_MS),
      }),
      mapOf({ event_id: 3, map: 'Over', ends_at: endsIn(-MINUTE_MS) }),
      mapOf({ event_id: 4, map: 'Unknown Land', best: [] }),
    ],
    ranked: [{ mode: 'knockout', counts: 'wins', best: [{ ...PIPER, own: { ...OWN, map_battles: 18, map_won: 12 } }] }],
  })
  const line = await screen.findByRole('button', { name: /Play now .*Piper/ })
  expect(line.textContent).toMatch(/Play now 2 h (29|30) min leftPiperlikely 62%Bounty, Hideout$/)
  fireEvent.click(line)
  const items = screen.getAllByRole('listitem').filter((item) => item.querySelector('ol, p'))
  expect(items.map(wordsIn)).toEqual([
    'Hideout BountyTIME leftPiper62%, between 50% and 75%won 12 of 18, others 54%',
    'Map 2 Solo ShowdownTIME leftEl Primotop half 59%, between 50% and 75%place 4.5, others only: 55% in all modes',
    'Unknown Land BountyTIME leftToo few battles',
    'KnockoutPiper62%, between 50% and 75%won 12 of 18, others 54%',
  ])
  fireEvent.click(line)
  expect(screen.queryByText('Unknown Land')).toBeNull()
})

test.each([
  [{ events: [] }, 'Which maps are open is not known just now.'],
  [{ events: [mapOf({ best: [] })], owned: null, fit: null }, 'Which brawlers the player owns is not known yet.'],
  [{ events: [mapOf({ best: [] })], fit: 0 }, 'None of 12 brawlers has power 7 yet.'],
  [{ events: [mapOf({ best: [] })] }, 'Too few battles are known on these maps.'],
])('with %j it says why nothing is advised', async (given, words) => {
  show(given)
  const section = await screen.findByRole('region', { name: 'Play now' })
  expect(within(section).getByText(words)).toBeTruthy()
})

test.each([
  [{}, 'wins', 'won 12 of 18, others 54%'],
  [{ own: { ...OWN, map_battles: 6, map_won: 4 } }, 'wins', 'won 12 of 18 (4 of 6 on this map), others 54%'],
  [{ others: null, mean_place: 4.5 }, 'places', 'place 4.5, top half 12 of 18'],
] as const)('%j in %s is told as "%s", whoever reads it', (given, counts, text) => {
  const others = { share: 54.1, battles: 200, of: 'map' as const }
  expect(sourceText({ counts }, { ...PIPER, others, ...given })).toBe(text)
})

test('once its maps are over, an open page asks for the next ones, and not again and again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const path = '/api/analytics/player/8PQ/play-now'
  const answers: Answers = { [path]: adviceOf({ events: [mapOf({ ends_at: endsIn(2 * MINUTE_MS) })] }) }
  const urls = renderPage(<Line />, answers)
  const asked = () => urls.filter((url) => url.endsWith(path))
  await screen.findByText('Bounty, Hideout')
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
  expect(asked()).toHaveLength(1)
  // The server may still give its last answer for some minutes.
  await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE_MS))
  expect(asked()).toHaveLength(2)
  answers[path] = adviceOf({ events: [mapOf({ map: 'Sneaky Fields', ends_at: endsIn(20 * HOUR_MS) })] })
  await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE_MS))
  await screen.findByText('Bounty, Sneaky Fields')
  await act(() => vi.advanceTimersByTimeAsync(20 * MINUTE_MS))
  expect(asked()).toHaveLength(3)
})
