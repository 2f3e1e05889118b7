import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  deliveredBom,
  deliveredPackages,
  isWelcome,
  makeBom,
  unwelcome,
} from '../../scripts/delivery/delivered-packages.ts'
import { absent, loose, withInstallScript } from './delivery.ts'

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))

describe('the packages of the product', () => {
  it('have licences that let anybody use the product', () => {
    const delivered = deliveredPackages(lockfile)
    expect(delivered.map(({ name }) => name)).toContain('fastify')
    expect(unwelcome(delivered)).toEqual([])
  })

  it('are named by exact versions', () => {
    expect(loose(JSON.parse(readFileSync('package.json', 'utf8')))).toEqual([])
  })

  it('are all in the lockfile, also those for other platforms', () => {
    expect(absent(lockfile)).toEqual([])
  })

  it('have no install scripts', () => {
    expect(withInstallScript(lockfile)).toEqual([])
  })
})

describe('the gate on packages', () => {
  it('finds a licence that demands too much, and ignores development packages', () => {
    const packages = {
      '': { version: '1.0.0' },
      'node_modules/copyleft': { version: '1.0.0', license: 'GPL-3.0-only' },
      'node_modules/a/node_modules/@scope/silent': { version: '2.0.0' },
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
    }
    expect(unwelcome(deliveredPackages({ packages }))).toEqual([
      { name: 'copyleft', version: '1.0.0', licence: 'GPL-3.0-only' },
      { name: '@scope/silent', version: '2.0.0', licence: 'none stated' },
    ])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-2.0-only)', true],
    ['Apache-2.0 AND MIT', true],
    ['MIT AND GPL-2.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['UNLICENSED', false],
  ])('accepts the licence %s: %s', (expression, welcome) => {
    expect(isWelcome(expression)).toBe(welcome)
  })

  it.each(['^1.0.0', '~1.0.0', '*', '>=1.0.0', 'latest', 'github:a/b'])('finds the loose version %s', (version) => {
    expect(loose({ dependencies: { a: version, b: '1.0.0' }, devDependencies: { c: '1.0.0-beta.1' } })).toEqual([
      `a ${version}`,
    ])
  })

  it('finds a package with an install script', () => {
    expect(withInstallScript({ packages: { '': {}, a: { hasInstallScript: true }, b: {} } })).toEqual(['a'])
  })

  it('finds a package that is not in the lockfile', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': { dependencies: { b: '1.0.0' }, optionalDependencies: { 'a-for-mac': '1.0.0' } },
      'node_modules/a/node_modules/b': { dependencies: { a: '1.0.0', c: '1.0.0' } },
    }
    expect(absent({ packages })).toEqual(['a-for-mac', 'c'])
  })
})

const named = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

describe('the bill of materials', () => {
  it('names every delivered package of the lockfile and no other', () => {
    const delivered = deliveredPackages(JSON.parse(readFileSync('package-lock.json', 'utf8'))).map(named)
    const bom = makeBom()
    expect(bom.metadata.component.name).toBe('delphin')
    expect(bom.components.map(named)).toContain(delivered.find((each) => each.startsWith('react@')))
    expect([...new Set(bom.components.map(named))].sort()).toEqual([...new Set(delivered)].sort())
  })

  it('leaves out development packages and the references to them', () => {
    const lockfile = {
      packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/t': { version: '2.0.0', dev: true } },
    }
    const part = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name, version })
    const whole = {
      metadata: { component: { name: 'folder', type: 'application' } },
      components: [part('a', '1.0.0'), part('t', '2.0.0')],
      dependencies: [
        { ref: 'root', dependsOn: ['a@1.0.0', 't@2.0.0'] },
        { ref: 't@2.0.0', dependsOn: ['a@1.0.0'] },
      ],
    }
    expect(deliveredBom(whole, lockfile, 'delphin')).toEqual({
      metadata: { component: { name: 'delphin', type: 'application' } },
      components: [part('a', '1.0.0')],
      dependencies: [{ ref: 'root', dependsOn: ['a@1.0.0'] }],
    })
  })
})
