import { parseArgs } from 'node:util'
import { type CheckedBackup, checkBackup } from './backup/read-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { openStore } from './database/open-store.ts'
import { StartFailure } from './start-failure.ts'
import { systemClock } from './system-clock.ts'
import { sayRows } from './transfer/export-file.ts'
import { checkReadable } from './transfer/open-input.ts'
import { runCommand } from './transfer/run-command.ts'

const USAGE = 'npm run restore -- FILE   (a backup, into a DATA_DIR or database that is empty)'

const { positionals } = parseArgs({ allowPositionals: true, strict: false })
const [file = ''] = positionals
let backup: CheckedBackup | null = null

await runCommand(
  async () => {
    if (positionals.length !== 1) throw new StartFailure(USAGE)
    await checkReadable([file])
    backup = await checkBackup(file)
  },
  async ({ db, say, signal }) => {
    if (backup === null) return false
    const { onRows } = sayRows(systemClock, say)
    const rows = await restoreBackup({ db, backup, onRows, signal })
    say(`Restored: ${rows.toLocaleString('en-US')} rows; every table has the checksum that it had`)
    return true
  },
  // As old as the backup is; the product brings it up to date when it starts.
  (_config, options) => openStore({ ...options, ...(backup === null ? {} : { schema: backup.schema }) }),
)
