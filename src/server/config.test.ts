import { expect, it } from 'vitest'
import { artMirror, readConfig, rolesOf } from './config.ts'

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

it.each([
  ['the demo', {}, null],
  ['a site with a token', { BRAWL_API_TOKEN: 'x' }, 'https://cdn.brawlify.com'],
  ['a site that wants none', { BRAWL_API_TOKEN: 'x', ASSET_CDN_BASE: 'none' }, null],
  ['the demo with a mirror', { ASSET_CDN_BASE: 'http://127.0.0.1:8131/art/' }, 'http://127.0.0.1:8131/art'],
])('the art of %s comes from where it should', (_what, settings, base) => {
  expect(artMirror(readConfig(settings))).toBe(base)
})

it('a mirror of art that is no address is refused by name', () => {
  expect(() => readConfig({ ASSET_CDN_BASE: 'cdn' })).toThrow(
    /ASSET_CDN_BASE must be an http or https address, or none/,
  )
})
