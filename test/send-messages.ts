// A process that sends what is due, for tests that stop or kill it. Its settings are environment variables.
import { openStore } from '#server/database/open-store.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { createDiscord } from '#server/reach/discord.ts'
import { mailDeliverer } from '#server/reach/mail.ts'
import { deliverDue } from '#server/reach/outbox.ts'
import { accountMails } from '#server/site/accounts/account-mail.ts'
import { openTestContext } from './open-context.ts'

const { DATABASE_URL: url = null, DATA_DIR: dataDirectory = '' } = process.env
const { DISCORD_URL = '', SMTP_URL = '', MAIL_FROM = '', PUBLIC_URL = '', SECRET_KEY = '' } = process.env
const store = await openStore({ databaseUrl: url, dataDirectory, connections: 2, onError: () => {} })
const opened = { ...store, url, dataDirectory, reset: async () => {} }
const settings = { DISCORD_URL, SECRET_KEY, SMTP_URL, MAIL_FROM, PUBLIC_URL }
const context = Object.assign(openTestContext({ store: opened, settings }), { clock: systemClock })
const discord = createDiscord({ context, compose: CLUB_MESSAGES, timeoutMs: 60_000 })

// As the product ends: what is on its way arrives and is noted, and nothing else is begun.
const stopping = new AbortController()
process.once('SIGTERM', () => {
  stopping.abort()
  process.stdout.write('stopping\n')
})
await Promise.all([
  deliverDue(context, 'discord', discord.deliver, stopping.signal),
  deliverDue(context, 'mail', mailDeliverer(context, accountMails), stopping.signal),
])
await discord.close()
await store.close()
