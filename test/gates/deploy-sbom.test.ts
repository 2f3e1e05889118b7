import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deliveredPackages } from '../../scripts/licences/delivered-packages.ts'
import { deliveredBom } from '../../scripts/sbom/delivered-bom.ts'
import { makeBom } from '../../scripts/sbom/make-bom.ts'

const named = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

describe('the bill of materials', () => {
  it('names every delivered package of the lockfile and no other', () => {
    const delivered = deliveredPackages(JSON.parse(readFileSync('package-lock.json', 'utf8'))).map(named)
    const bom = makeBom()
    expect(bom.metadata.component.name).toBe('delphin')
    expect(bom.components.map(named)).toContain(delivered.find((each) => each.startsWith('react@')))
    expect([...new Set(bom.components.map(named))].sort()).toEqual([...new Set(delivered)].sort())
  })

  it('leaves out what is for development only, and the ways there', () => {
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
