import { describe, expect, it } from 'vitest'
import { choosePhases } from './phases.ts'

const names = (only: string | undefined, filters: string[]) => choosePhases(only, filters).map((phase) => phase.name)

describe('npm test', () => {
  it('runs every phase', () => {
    expect(names(undefined, [])).toEqual(['lint', 'types', 'unit', 'browser', 'gates'])
  })

  it('runs the phases that take file names when some are given', () => {
    expect(names(undefined, ['tag'])).toEqual(['unit', 'browser', 'gates'])
  })

  it('runs the phases asked for, in its own order', () => {
    expect(names('types,lint', [])).toEqual(['lint', 'types'])
  })

  it('says which phases there are when asked for another', () => {
    expect(() => names('lint,slow', [])).toThrow('--only slow: the phases are lint, types, unit, browser, gates')
  })
})
