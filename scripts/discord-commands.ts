import { type Config, readConfig } from '#server/config.ts'
import { readTexts } from '#server/kernel/texts.ts'
import { commandsIn } from '#server/site/sharing/slash-commands.ts'

type Settings = Partial<Pick<Config, 'DISCORD_APPLICATION_ID' | 'DISCORD_BOT_TOKEN' | 'DISCORD_URL'>>

/**
 * Registers the slash commands with Discord, in place of those that the application had. Repeating it changes nothing.
 * Returns what to tell the operator; `done` is false where nothing was registered.
 */
export async function registerCommands(settings: Settings): Promise<{ done: boolean; says: string }> {
  const { DISCORD_APPLICATION_ID: application, DISCORD_BOT_TOKEN: token } = settings
  const { DISCORD_URL: base = 'https://discord.com' } = settings
  if (application === undefined || token === undefined) {
    return { done: false, says: 'Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN (docs/configuration.md).' }
  }
  const commands = commandsIn(readTexts())
  const answer = await fetch(`${base}/api/v10/applications/${application}/commands`, {
    method: 'PUT',
    redirect: 'error',
    headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(commands),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  if (answer === null) return { done: false, says: 'Discord cannot be reached.' }
  if (!answer.ok) return { done: false, says: `Discord refused the commands with ${answer.status}.` }
  const names = commands.map(({ name }) => `/${name}`).join(', ')
  return { done: true, says: `Registered: ${names}. Discord may take a minute to show them.` }
}

if (import.meta.main) {
  const { done, says } = await registerCommands(readConfig())
  console.log(says)
  process.exitCode = done ? 0 : 1
}
