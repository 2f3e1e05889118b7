import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The part of package-lock.json that is read here. */
type Lockfile = { packages: Record<string, { version?: string; dev?: boolean; license?: string }> }

export type DeliveredPackage = { name: string; version: string; licence: string }

const WELCOME = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

/** Old packages that name no licence in their manifest, and the one that the text in their folder is. */
const BY_THEIR_TEXT: Readonly<Record<string, string>> = { 'node_modules/color-convert 0.5.3': 'MIT' }

/** The licence by the package itself if it is installed, otherwise by the lockfile (packages for other platforms). */
function licenceOf(path: string, { version, license: inLockfile }: Lockfile['packages'][string]): string {
  const manifest = `${path}/package.json`
  const own: unknown = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : undefined
  return typeof own === 'string' ? own : (inLockfile ?? BY_THEIR_TEXT[`${path} ${version}`] ?? 'none stated')
}

/** Packages that run in production or are sent to browsers: all that are not for development only. */
export function deliveredPackages(lockfile: Lockfile): DeliveredPackage[] {
  return Object.entries(lockfile.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, stated]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: stated.version ?? '',
      licence: licenceOf(path, stated),
    }))
}

/** Whether an SPDX expression allows a licence that we accept: one side of OR, both sides of AND. */
export function isWelcome(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => WELCOME.has(licence.trim())))
}

export function unwelcome(packages: DeliveredPackage[]): DeliveredPackage[] {
  return packages.filter(({ licence }) => !isWelcome(licence))
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** Every delivered package as a CycloneDX document, read from the lockfile only. */
export function makeBom(): Bom {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']
  const whole = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }))
  return deliveredBom(whole, readJson('package-lock.json'), readJson('package.json').name)
}

/** The part of a CycloneDX document that is read here. */
type Bom = {
  metadata: { component: { name: string; [key: string]: unknown } }
  components: { 'bom-ref': string; name: string; version: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Removes development packages from npm's list of all packages. `npm sbom --omit=dev` is not used: it also removes
 * delivered packages that a development package requires too, such as React.
 */
export function deliveredBom<Whole extends Bom>(whole: Whole, lockfile: Lockfile, name: string): Whole {
  const delivered = new Set(deliveredPackages(lockfile).map((each) => `${each.name}@${each.version}`))
  const components = whole.components.filter((component) => delivered.has(`${component.name}@${component.version}`))
  const refs = new Set(components.map((component) => component['bom-ref']))
  const [root] = whole.dependencies
  const dependencies = whole.dependencies
    .filter((dependency) => dependency === root || refs.has(dependency.ref))
    .map((dependency) => ({ ...dependency, dependsOn: dependency.dependsOn.filter((ref) => refs.has(ref)) }))
  // npm writes the name of the project's folder instead.
  const component = { ...whole.metadata.component, name }
  return { ...whole, metadata: { ...whole.metadata, component }, components, dependencies }
}
