import { existsSync, readFileSync } from 'node:fs'

/** The part that is read here of package-lock.json. */
export type Lockfile = { packages: Record<string, { version?: string; dev?: boolean; license?: string }> }

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
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

/** The package's own word where it is installed; the lockfile's for packages of other platforms. */
function licenceOf(path: string, inLockfile: string | undefined): string {
  const manifest = `${path}/package.json`
  const own: unknown = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : undefined
  return typeof own === 'string' ? own : (inLockfile ?? 'none stated')
}

/** What runs in production or is sent to browsers: every package that is not for development only. */
export function deliveredPackages(lockfile: Lockfile): DeliveredPackage[] {
  return Object.entries(lockfile.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: version ?? '',
      licence: licenceOf(path, license),
    }))
}

/** Whether an SPDX expression leaves us a welcome choice: one side of OR, both of AND. */
export function isWelcome(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => WELCOME.has(licence.trim())))
}

export function unwelcome(packages: DeliveredPackage[]): DeliveredPackage[] {
  return packages.filter(({ licence }) => !isWelcome(licence))
}
