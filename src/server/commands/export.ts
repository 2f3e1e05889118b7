import { parseArgs } from 'node:util'
import { exportFile } from '#server/history/archive/write-archive.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { formatThousands } from '#shared/number-format.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run export -- FILE [--gzip]   (the stored history as NDJSON, which import reads back)'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { gzip: { type: 'boolean' } },
})
const [file = ''] = positionals

await runCommand({
  async check() {
    if (positionals.length !== 1) throw new StartFailure(USAGE)
  },
  async work({ db, say, signal }) {
    const gzip = values.gzip === true || file.endsWith('.gz')
    const rows = await exportFile({ db, clock: systemClock, file, gzip, say, signal })
    say(`Export: ${formatThousands(rows)} rows in ${file}`)
    return true
  },
})
