// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { t } from '#shared/texts.ts'
import { SCORE_FORMULAS } from '#web/ui/ScoreReading.tsx'
import { ScoresPage } from './ScoresPage.tsx'

afterEach(cleanup)

it('draws the overall score with the weights of its formula', () => {
  render(<ScoresPage />)
  const overall = within(screen.getByRole('region', { name: 'Overall score' }))
  const weights = overall.getAllByRole('listitem').map((part) => part.textContent?.match(/\d+%$/)?.[0])
  expect(t(SCORE_FORMULAS.overall_score).match(/\d+%/g)).toEqual(weights)
})

it('opens the score that a link leads to', () => {
  render(<ScoresPage />)
  const score = document.getElementById('ghost_members')
  expect(score).toHaveProperty('open', false)
  fireEvent.focus(score ?? document.body)
  expect(score).toHaveProperty('open', true)
})
