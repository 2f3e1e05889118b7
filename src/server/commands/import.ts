import { parseArgs } from 'node:util'
import { noteRealGame } from '#server/collector/demo-world.ts'
import { trackAndSummariseStored } from '#server/collector/upkeep.ts'
import { describeTally, importFiles } from '#server/history/archive/import-files.ts'
import { checkReadable } from '#server/history/archive/read-lines.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run import -- FILE [FILE ...]   (recorded answers or an export; "-" is standard input, gzip is fine)'

const { positionals: files } = parseArgs({ allowPositionals: true, strict: false })

await runCommand({
  async check() {
    if (files.length === 0) throw new StartFailure(USAGE)
    await checkReadable(files)
  },
  async work({ db, say, signal }) {
    const tally = await importFiles({ db, clock: systemClock, files, stdin: process.stdin, say, signal })
    say(`${signal.aborted ? 'Stopped; run it again to go on' : 'Import'}: ${describeTally(tally)}`)
    const usable = tally.answers + tally.rows + tally.known
    if (usable === 0 && !signal.aborted) say('Nothing could be read.')
    // Also for lines that were known: the run before may have been stopped before this step.
    if (usable > 0) await trackAndSummariseStored({ db, clock: systemClock }, signal)
    // A demo that begins anew must not delete what was imported.
    if (usable > 0) await noteRealGame(db)
    return usable > 0
  },
})
