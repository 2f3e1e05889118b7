import { generateKeyPairSync, sign } from 'node:crypto'
import { createGameApi } from '#server/game/client.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { postInteraction } from '#shared/contract/sharing.ts'
import { openFaultUpstream } from '../fault-upstream.ts'
import { CLUB, openWholeApp, type WholeApp } from '../open-whole-app.ts'
import { addressOf, bodyOf, type FuzzRequest } from './requests.ts'

/** Requests after which the fuzz gets new accounts. It logs them out and deletes them. */
const RENEW_EVERY = 500

const MANY = '1000000'
/** The fuzz speaks as Discord, too: without a signature no slash command would be looked at. */
const discord = generateKeyPairSync('ed25519')

const settings = {
  DISCORD_PUBLIC_KEY: Buffer.from(discord.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex'),
  REQUESTS_PER_MINUTE: MANY,
  USER_REQUESTS_PER_MINUTE: MANY,
  LOG_REPORTS_PER_MINUTE: MANY,
  GUEST_SESSIONS_PER_HOUR: MANY,
  GUEST_SEARCHES_PER_HOUR: MANY,
  GUEST_REFRESHES_PER_HOUR: MANY,
  LOGINS_PER_MINUTE: MANY,
  REGISTRATIONS_PER_HOUR: MANY,
  PRIVACY_REQUESTS_PER_HOUR: MANY,
  DESK_WRITES_PER_MINUTE: MANY,
}

export type FuzzedApp = {
  whole: WholeApp
  /** Sends the request as the caller that it names. */
  answerTo(request: FuzzRequest): Promise<{ statusCode: number; body: string; type: string }>
  /** The number of answers so far, by status. */
  seen: Map<number, number>
  close(): Promise<void>
}

/** The whole app without limits on requests, with a game that has no club and no player. */
export async function openFuzzedApp(): Promise<FuzzedApp> {
  const upstream = await openFaultUpstream()
  const gameApi = createGameApi({
    baseUrl: upstream.baseUrl,
    tokens: ['none'],
    callsPerSecond: 1000,
    clock: systemClock,
  })
  const whole = await openWholeApp({ settings, gameApi })
  // Every session has a desk of its own to try.
  Object.assign(whole.context.installation, { demo: true, exampleClubTag: CLUB })
  const signature = (payload: string) => {
    const timestamp = String(Math.floor(whole.context.clock.now().getTime() / 1000) - (sent % 200))
    const signed = sign(null, Buffer.from(timestamp + payload), discord.privateKey).toString('hex')
    return { 'x-signature-ed25519': signed, 'x-signature-timestamp': timestamp }
  }
  const seen = new Map<number, number>()
  let sent = 0
  let callers = new Map<string, Record<string, string>>()

  async function answerTo(request: FuzzRequest) {
    if (sent % RENEW_EVERY === 0) callers = await newCallers(whole, `fuzz${sent}`)
    sent += 1
    const payload = bodyOf(request)
    const text = request.caller.replaceAll(/[^\x20-\x7e]/g, '?')
    const answer = await whole.app.inject({
      method: request.operation.method as 'GET',
      url: addressOf(request),
      headers: {
        ...(callers.get(request.caller) ?? { authorization: `Bearer ${text}`, 'x-guest-session': text }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(request.operation.path === postInteraction.path ? signature(payload ?? '') : {}),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1)
    return { statusCode: answer.statusCode, body: answer.body, type: String(answer.headers['content-type']) }
  }

  const close = async () => {
    await whole.close()
    await gameApi.close()
    await upstream.close()
  }
  return { whole, answerTo, seen, close }
}

async function newCallers({ app }: WholeApp, username: string): Promise<Map<string, Record<string, string>>> {
  const post = async (url: string, payload: object) => (await app.inject({ method: 'POST', url, payload })).json()
  const password = 'correct horse'
  await post('/api/auth/register', { username, email: `${username}@example.com`, password })
  const { token } = await post('/api/auth/login', { identifier: username, password })
  const { session_id } = await post('/api/auth/guest-session', {})
  return new Map([
    ['user', { authorization: `Bearer ${token}` }],
    ['guest', { 'x-guest-session': session_id }],
    ['nobody', {}],
  ])
}
