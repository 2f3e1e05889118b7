// A process that sends what is due to Discord, for tests that kill it. Its settings are environment variables.
import { openStore } from '#server/database/open-store.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { createDiscord } from '#server/reach/discord.ts'
import { deliverDue } from '#server/reach/outbox.ts'
import { openTestContext } from './open-context.ts'

const { DATABASE_URL: url = null, DATA_DIR: dataDirectory = '', DISCORD_URL = '', SECRET_KEY = '' } = process.env
const store = await openStore({ databaseUrl: url, dataDirectory, connections: 2, onError: () => {} })
const opened = { ...store, url, dataDirectory, reset: async () => {} }
const made = openTestContext({ store: opened, settings: { DISCORD_URL, SECRET_KEY } })
const context = Object.assign(made, { clock: systemClock })
const discord = createDiscord({ context, compose: CLUB_MESSAGES, timeoutMs: 60_000 })
await deliverDue(context, 'discord', discord.deliver)
