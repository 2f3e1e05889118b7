import { makeBom } from './delivery/delivered-packages.ts'

// The bill of materials of a release: `npm run --silent sbom > delphin.cdx.json`.
console.log(JSON.stringify(makeBom(), null, 2))
