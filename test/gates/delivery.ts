import { readFileSync } from 'node:fs'

const read = (path: string) => readFileSync(path, 'utf8')

/** Every setting that src/server/config.ts knows. */
export function knownSettings(): string[] {
  const [, settings = ''] = /const Settings = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('src/server/config.ts')) ?? []
  return [...settings.matchAll(/^ {2}([A-Z][A-Z\d_]*):/gm)].map(([, name = '']) => name)
}

/** The settings that have a row in the table of settings. */
export function documentedSettings(text = read('docs/configuration.md')): string[] {
  const [, section = ''] = /## Settings\n([\s\S]*?)\n## /.exec(text) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z\d_]*)`/g)].map(([, name = '']) => name),
  )
}

/** The environment variables that a file of deploy/ or docs/ sets, or expects the operator to set. */
export function namedSettings(text: string): string[] {
  const assigned = text.matchAll(/(?:^|[\s{,=;`])([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|HOST|PORT)(?:: |=)/gm)
  const asked = text.matchAll(/\$\{([A-Z][A-Z\d_]+)/g)
  return [...new Set([...assigned, ...asked].map(([, name = '']) => name))].sort()
}

/** Packages that npm installs for production and the Dockerfile removes. */
export function removedPackages(dockerfile = read('deploy/Dockerfile')): string[] {
  return [...dockerfile.matchAll(/node_modules\/(@?[\w-]+(?:\/[\w-]+)?)(?=[\s\\])/g)].map(([, name = '']) => name)
}

/** Names of metrics in the queries of a dashboard. A histogram's name comes without `_bucket`, `_count` or `_sum`. */
export function queriedMetrics(dashboard: { panels: { targets?: { expr: string }[] }[] }): string[] {
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const names = queries.flatMap((query) => query.match(/\bdelphin_\w+/g) ?? [])
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))].sort()
}

export type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

/** Packages whose version is a range. With ranges, two installs of one commit can differ. */
export function loose(manifest: Partial<Manifest>): string[] {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  return Object.entries(all).flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? [] : [`${name} ${version}`],
  )
}

/** Packages with an install script. The product is installed with `npm ci --ignore-scripts`, which skips it. */
export function withInstallScript(lockfile: { packages: Record<string, { hasInstallScript?: boolean }> }): string[] {
  return Object.entries(lockfile.packages).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : []))
}

type LockedPackage = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }

/** Where npm looks for a package: beside the package that requires it, then in every folder above. */
function places(path: string, name: string): string[] {
  const parts = path.split('/node_modules/')
  const nested = parts.map((_, place) => `${parts.slice(0, place + 1).join('/node_modules/')}/node_modules/${name}`)
  return [...nested, `node_modules/${name}`]
}

/**
 * Packages that another one requires, optional ones included, and that are not in the lockfile: `npm ci` fails then.
 */
export function absent(lockfile: { packages: Record<string, LockedPackage> }): string[] {
  return Object.entries(lockfile.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !places(path, name).some((place) => place in lockfile.packages),
    ),
  )
}
