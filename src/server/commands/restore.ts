import { parseArgs } from 'node:util'
import { openStore } from '#server/database/open-store.ts'
import { createRowProgress } from '#server/history/archive/archive-format.ts'
import { checkReadable } from '#server/history/archive/read-lines.ts'
import { type CheckedBackup, checkBackup, restoreBackup } from '#server/history/archive/restore-backup.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { formatThousands } from '#shared/number-format.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run restore -- FILE   (a backup, into a DATA_DIR or database that is empty)'

const { positionals } = parseArgs({ allowPositionals: true, strict: false })
const [file = ''] = positionals
let backup: CheckedBackup | null = null

await runCommand({
  async check() {
    if (positionals.length !== 1) throw new StartFailure(USAGE)
    await checkReadable([file])
    backup = await checkBackup(file)
  },
  // At the schema that the backup has; the product brings it up to date when it starts.
  open: (_config, options) => openStore({ ...options, ...(backup === null ? {} : { schema: backup.schema }) }),
  async work({ db, say, signal }) {
    if (backup === null) return false
    const { onRows } = createRowProgress(systemClock, say)
    const rows = await restoreBackup({ db, backup, onRows, signal })
    say(`Restored: ${formatThousands(rows)} rows; every table has the checksum that it had`)
    return true
  },
})
