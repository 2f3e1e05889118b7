import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitText } from './fit-text.ts'
import { openRubik } from './typeface.ts'

const rubik = openRubik()
const ROOM = { width: 600, weight: 800, largest: 84, smallest: 52 } as const

it('writes a short name as large as may be, and a longer one smaller', () => {
  expect(fitText('Ada', ROOM, rubik)).toEqual({ text: 'Ada', size: 84 })
  const { text, size } = fitText('Delphin Divers United', ROOM, rubik)
  expect([text, size < 84, size >= 52]).toEqual(['Delphin Divers United', true, true])
})

it('cuts what does not fit, with an ellipsis and never through a letter with its accents', () => {
  const { text, size } = fitText('Wa\u0323\u0302'.repeat(30), ROOM, rubik)
  expect(size).toBe(52)
  expect(text).toMatch(/^(?:Wa\u0323\u0302)+W?…$/)
})

it('stays within its room, whatever the name', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'WimЖעس< &…'), maxLength: 80 })
  fc.assert(
    fc.property(letters, (name) => {
      const { text, size } = fitText(name, ROOM, rubik)
      expect((rubik.width(text, 800) * size) / 100).toBeLessThanOrEqual(ROOM.width + 0.01)
    }),
    { numRuns: 60 },
  )
})
