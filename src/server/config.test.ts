import { expect, it } from 'vitest'
import { rolesOf } from './config.ts'

const ON_POSTGRES = { DATABASE_URL: 'postgres://localhost/delphin' }

it('a process is site and collector unless the command says otherwise', () => {
  expect(rolesOf(undefined, {})).toEqual({ site: true, collector: true })
  expect(rolesOf('serve', ON_POSTGRES)).toEqual({ site: true, collector: false })
  expect(rolesOf('collect', ON_POSTGRES)).toEqual({ site: false, collector: true })
})

it.each(['serve', 'collect'])('the command %s needs PostgreSQL and names its setting', (command) => {
  expect(() => rolesOf(command, {})).toThrow(/DATABASE_URL/)
})

it('an unknown command is refused with the names of the commands', () => {
  expect(() => rolesOf('colect', ON_POSTGRES)).toThrow('There is no command colect: use serve, collect, or none')
})
