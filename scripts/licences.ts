import { readFileSync } from 'node:fs'
import { deliveredPackages, unwelcome } from './delivery/delivered-packages.ts'

// Prints the licences of everything that is delivered, and ends with 1 when one of them is not welcome.
// node scripts/licences.ts
const packages = deliveredPackages(JSON.parse(readFileSync('package-lock.json', 'utf8')))
for (const { name, version, licence } of packages) console.log(`${licence}\t${name} ${version}`)
for (const { name, licence } of unwelcome(packages)) {
  console.error(`${name}: ${licence} is not among the welcome licences`)
  process.exitCode = 1
}
