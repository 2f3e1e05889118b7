import { expect, test } from 'vitest'
import { isWon, resultText } from './BattleRow.tsx'

test.each([
  [{ result: 'win' as const, place: null }, 2, 'won', true],
  [{ result: 'loss' as const, place: null }, 2, 'lost', false],
  [{ result: 'draw' as const, place: null }, 2, 'draw', null],
  [{ result: null, place: 3 }, 10, '3rd of 10', true],
  [{ result: null, place: 6 }, 10, '6th of 10', false],
  [{ result: null, place: 2 }, 3, '2nd of 3', false],
  [{ result: null, place: 1 }, null, '1st', null],
  [{ result: null, place: null }, null, 'not known', null],
])('the outcome %j of %s teams is said as "%s"', (outcome, teams, text, won) => {
  expect([resultText(outcome, teams), isWon(outcome, teams)]).toEqual([text, won])
})
