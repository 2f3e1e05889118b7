import { request } from 'undici'
import type { Config } from '#server/config.ts'

const DISCORD = 'https://discord.com'
const TIMEOUT_MS = 10_000

/** The token of an interaction, which Discord makes. Nothing else becomes a part of the address. */
const TOKEN = /^[\w.~-]{1,1000}$/

type Settings = Pick<Config, 'DISCORD_APPLICATION_ID' | 'DISCORD_URL'>

/**
 * Puts the late answer to a slash command into its place. Redirects are not followed. Throws without the token, which is a
 * secret for 15 minutes.
 */
export async function editReply(
  { DISCORD_APPLICATION_ID: application, DISCORD_URL: base = DISCORD }: Settings,
  token: string,
  reply: object,
): Promise<void> {
  if (application === undefined || !TOKEN.test(token)) throw new Error('The application or the token is not known')
  const address = `${base}/api/v10/webhooks/${application}/${token}/messages/@original`
  const answer = await request(address, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reply),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  await answer?.body.dump()
  if (answer?.statusCode !== 200) throw new Error(`Discord answered ${answer?.statusCode ?? 'nothing'}`)
}
