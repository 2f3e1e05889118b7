// Prints the bill of materials of a release: `npm run --silent sbom > delphin.cdx.json`.
import { makeBom } from './delivery/delivered-packages.ts'

console.log(JSON.stringify(makeBom(), null, 2))
