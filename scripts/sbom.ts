import { makeBom } from './sbom/make-bom.ts'

// The bill of materials of a release: `npm run --silent sbom > delphin.cdx.json`.
console.log(JSON.stringify(makeBom(), null, 2))
