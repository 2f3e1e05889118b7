import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { callAddress } from '#server/reach/mail.ts'
import { makeOperatorLink } from '#server/site/accounts/forgotten-password.ts'
import { runCommand } from './run-command.ts'

const USAGE =
  'npm run reset-password -- NAME   (prints a link with which the user of this username or email sets a new password)'

const [name, ...more] = process.argv.slice(2)

await runCommand({
  async check() {
    if (name === undefined || name.trim() === '' || more.length > 0) throw new StartFailure(USAGE)
  },
  async work({ db, say }) {
    const secret = await makeOperatorLink({ db, clock: systemClock }, name ?? '')
    if (secret === null) throw new StartFailure(`There is no user ${name}`)
    process.stdout.write(`${callAddress({ config: readConfig() }, `/password#${secret}`)}\n`)
    say(
      'The link works once, for 24 hours. Give it to nobody but the user: it sets a new password and ends every session.',
    )
    return true
  },
})
