import { rebuildHistory } from '#server/history/ingest/replay.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run rebuild   (makes the history again from the raw answers; takes no arguments)'

await runCommand({
  async check() {
    if (process.argv.length > 2) throw new StartFailure(USAGE)
  },
  async work({ db, say }) {
    const players = await rebuildHistory(db)
    say(`The history of ${players} players was made again`)
    return true
  },
})
