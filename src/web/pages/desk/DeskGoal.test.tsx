// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, dayOf } from '#shared/days.ts'
import { renderPage } from '#test/render-page.tsx'
import { DeskGoal } from './DeskGoal.tsx'
import { type DeskClub, DeskProvider } from './desk-changes.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const DESK: DeskClub = {
  tag: '#2PYL',
  name: 'Delphin Divers',
  role: 'editor',
  player_tag: '#8PQ',
  reads_until: null,
  alerts: 0,
  trial: false,
}
const day = (ahead: number) => addDays(dayOf(new Date()), ahead)
const GOAL = {
  ...{ id: 1, version: 1, is_example: false, kind: 'gain', trophies: 50_000, from: day(-9), until: day(5) },
  ...{ words: '+50,000 trophies by some day', reached_on: null, now: 38_000, missing: 12_000, share: 0.76 },
  ...{ played: 38_000, joined: 0, left: 0, members: [], futures_of_100: null, chance: null, unavailable_reason: null },
}

const show = (goal: object | null) =>
  renderPage(
    <DeskProvider desk={DESK}>
      <DeskGoal />
    </DeskProvider>,
    { '/api/desk/2PYL/goal': { goal } },
  )

test('while a goal runs there is no form for another one', async () => {
  show({ ...GOAL, unavailable_reason: 'Too little is known of the club.' })
  await screen.findByText('12,000 trophies to go')
  screen.getByRole('button', { name: 'Remove the goal' })
  expect(screen.queryByRole('button', { name: 'Set the goal' })).toBeNull()
})

test('a desk that is tried shows the goal of the club as an example, beside the form for its own', async () => {
  show({ ...GOAL, is_example: true, unavailable_reason: 'Too little is known of the club.' })
  await screen.findByText(/Example: 12,000 trophies to go/)
  screen.getByRole('button', { name: 'Set the goal' })
  expect(screen.queryByRole('button', { name: 'Remove the goal' })).toBeNull()
})

test.each([
  ['missed', { until: day(-1) }, /12,000 were missing/],
  ['reached', { reached_on: day(-2), missing: 0 }, /Reached on/],
])('after a goal was %s the next one can be set', async (_, changes, state) => {
  show({ ...GOAL, ...changes })
  await screen.findByText(state)
  screen.getByRole('button', { name: 'Set the goal' })
})

test('what is no whole number is told at the field, and nothing is sent', async () => {
  const asked = show(null)
  const field = await screen.findByLabelText('How many more')
  for (const written of ['', '1.3M', '50k', '1.5', '-3']) {
    fireEvent.change(field, { target: { value: written } })
    fireEvent.click(screen.getByRole('button', { name: 'Set the goal' }))
    await screen.findByText('Write a whole number, like 50,000')
  }
  expect(asked).toHaveLength(1)
  fireEvent.change(field, { target: { value: '50,000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Set the goal' }))
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
})
