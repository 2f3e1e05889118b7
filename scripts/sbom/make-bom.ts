import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Bom, deliveredBom } from './delivered-bom.ts'

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** Every package that is delivered, as a CycloneDX document; read from the lockfile alone. */
export function makeBom(): Bom {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']
  const whole = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }))
  return deliveredBom(whole, readJson('package-lock.json'), readJson('package.json').name)
}
