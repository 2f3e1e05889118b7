import { deliveredPackages, type Lockfile } from '../licences/delivered-packages.ts'

/** The part of a CycloneDX document that is read here. */
export type Bom = {
  metadata: { component: { name: string; [key: string]: unknown } }
  components: { 'bom-ref': string; name: string; version: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Takes what is for development only out of what npm says of all packages. Not left to `npm sbom --omit=dev`: that also
 * drops delivered packages which a development package happens to name, React among them.
 */
export function deliveredBom<Whole extends Bom>(whole: Whole, lockfile: Lockfile, name: string): Whole {
  const delivered = new Set(deliveredPackages(lockfile).map((each) => `${each.name}@${each.version}`))
  const components = whole.components.filter((component) => delivered.has(`${component.name}@${component.version}`))
  const refs = new Set(components.map((component) => component['bom-ref']))
  const [root] = whole.dependencies
  const dependencies = whole.dependencies
    .filter((dependency) => dependency === root || refs.has(dependency.ref))
    .map((dependency) => ({ ...dependency, dependsOn: dependency.dependsOn.filter((ref) => refs.has(ref)) }))
  // npm names the folder in which the project happens to lie.
  const component = { ...whole.metadata.component, name }
  return { ...whole, metadata: { ...whole.metadata, component }, components, dependencies }
}
