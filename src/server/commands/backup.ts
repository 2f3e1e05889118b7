import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { backupName, backupsOf, openForBackup } from '#server/history/archive/backup-files.ts'
import { makeBackup } from '#server/history/archive/write-archive.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { formatThousands } from '#shared/number-format.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run backup [-- FILE]   (every table as it is now; packed when the name ends in .gz)'

const { positionals } = parseArgs({ allowPositionals: true, strict: false })

await runCommand({
  async check() {
    const [file] = positionals
    if (positionals.length > 1) throw new StartFailure(USAGE)
    if (file !== undefined && existsSync(file)) throw new StartFailure(`${file} is there already`)
  },
  open: ({ MIN_FREE_DISK_MB }, options, signal) => openForBackup(options, MIN_FREE_DISK_MB, signal),
  async work({ db, say, signal }) {
    const file = positionals[0] ?? newBackupFile()
    const rows = await makeBackup({ db, clock: systemClock, file, say, signal })
    say(`Backup: ${formatThousands(rows)} rows in ${file}`)
    return true
  },
})

function newBackupFile(): string {
  const directory = backupsOf(readConfig().DATA_DIR)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return join(directory, backupName(systemClock.now()))
}
