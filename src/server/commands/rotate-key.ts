import { readConfig } from '#server/config.ts'
import { rotateKey } from '#server/database/master-key.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run rotate-key   (seals the stored secrets with the new master key; takes no arguments)'

await runCommand({
  async check() {
    if (process.argv.length > 2) throw new StartFailure(USAGE)
  },
  async work({ db, say }) {
    const { keyId, resealed, unreadable } = await rotateKey(db, readConfig())
    say(`Sealed with master key ${keyId}: ${resealed} API keys, addresses of channels, and messages`)
    if (unreadable > 0)
      say(`${unreadable} stay: sealed with yet another master key (set SECRET_KEY_PREVIOUS to it), or altered.`)
    return unreadable === 0
  },
})
