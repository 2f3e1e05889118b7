export type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

/** Packages whose version is a range: two installs of one commit must not differ. */
export function loose(manifest: Partial<Manifest>): string[] {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  return Object.entries(all).flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? [] : [`${name} ${version}`],
  )
}

/** Packages that want to run a script of theirs while they are installed; `npm ci --ignore-scripts` would break them. */
export function withInstallScript(lockfile: { packages: Record<string, { hasInstallScript?: boolean }> }): string[] {
  return Object.entries(lockfile.packages).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : []))
}

type LockedPackage = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }

/** Where npm looks for a package: beside the one that asks, then in every folder above. */
function places(path: string, name: string): string[] {
  const parts = path.split('/node_modules/')
  const nested = parts.map((_, place) => `${parts.slice(0, place + 1).join('/node_modules/')}/node_modules/${name}`)
  return [...nested, `node_modules/${name}`]
}

/** Packages that another one asks for, optional ones too, and that the lockfile leaves out: `npm ci` refuses those. */
export function absent(lockfile: { packages: Record<string, LockedPackage> }): string[] {
  return Object.entries(lockfile.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !places(path, name).some((place) => place in lockfile.packages),
    ),
  )
}
