import { expect, it } from 'vitest'
import { rolesOf } from './config.ts'

const ON_POSTGRES = { DATABASE_URL: 'postgres://localhost/delphin' }

it('does both in one process unless it is told otherwise', () => {
  expect(rolesOf(undefined, {})).toEqual({ site: true, collector: true })
  expect(rolesOf('serve', ON_POSTGRES)).toEqual({ site: true, collector: false })
  expect(rolesOf('collect', ON_POSTGRES)).toEqual({ site: false, collector: true })
})

it.each(['serve', 'collect'])('refuses %s alone on the embedded store, and names the setting', (command) => {
  expect(() => rolesOf(command, {})).toThrow(/DATABASE_URL/)
})

it('names the commands there are', () => {
  expect(() => rolesOf('colect', ON_POSTGRES)).toThrow(
    'There is no command colect: use serve, collect, rebuild, or none',
  )
})
