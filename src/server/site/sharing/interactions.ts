import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { createRateLimit, enforceLimit, networkOf } from '#server/kernel/limits.ts'
import { editReply } from '#server/reach/discord.ts'
import { postInteraction } from '#shared/contract/sharing.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { TOO_MANY } from '../http/guards.ts'
import type { Server } from '../http/serve.ts'
import { admitKey } from '../http/shared-rate-limit.ts'
import { siteAddress } from '../http/site-files.ts'
import { parseRequest } from '../http/wire-format.ts'
import type { AskPublic } from './documents.ts'
import { answerCommand, type Interaction, type Reply, textsOf } from './slash-commands.ts'

/** Kinds of interactions and answers, as Discord numbers them. */
const PING = 1
const COMMAND = 2
const PONG = { type: 1 }
const MESSAGE = 4
const DEFERRED = { type: 5 }

/** Discord waits for three seconds. A slower answer is announced, and put into its place later. */
const ANSWER_WITHIN_MS = 2000

type Options = { edit?: typeof editReply; answerWithinMs?: number }

/** Serves slash commands of Discord; 404 where no application is configured. */
export function registerInteractions(
  { fastify }: Server,
  context: Context,
  ask: AskPublic,
  { edit = editReply, answerWithinMs = ANSWER_WITHIN_MS }: Options = {},
): void {
  const { config, clock, log } = context
  // Whoever is not Discord is counted by network, as for every other call.
  const unsignedOnes = createRateLimit({ clock, limit: config.REQUESTS_PER_MINUTE, windowMs: MINUTE_MS })
  const key = config.DISCORD_PUBLIC_KEY === undefined ? null : publicKey(config.DISCORD_PUBLIC_KEY)
  const answer = async (request: FastifyRequest<{ Body: Buffer }>) => {
    if (key === null) throw new AppError('not_found', 'There is no such call')
    await admitSigned(context, key, request).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) enforceLimit(unsignedOnes, networkOf(request.ip), TOO_MANY)
      throw error
    })
    const { type, ...interaction } = readInteraction(request)
    if (type === PING) return PONG
    if (type !== COMMAND) throw new AppError('invalid', 'Only commands are answered')
    const replying = answerCommand({ context, ask, site: siteAddress(request, config) }, { type, ...interaction })
    const reply = await within(answerWithinMs, replying)
    if (reply !== null) return { type: MESSAGE, data: reply }
    replying
      .catch((error: unknown): Reply => {
        log.error({ err: error }, 'a slash command failed')
        return { content: textsOf(context, { type, ...interaction }).t('discord.failed') }
      })
      .then((late) => edit(config, interaction.token, late))
      .catch((error: unknown) => log.warn({ err: error }, 'the late answer to a slash command was not taken'))
    return DEFERRED
  }
  // The signature is over the bytes of the body, so that they are read before their meaning.
  fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, read) => read(null, body))
    scope.post<{ Body: Buffer }>(postInteraction.path, answer)
    done()
  })
}

/** The key as Discord shows it, in hexadecimal digits. */
function publicKey(digits: string): KeyObject {
  const x = Buffer.from(digits, 'hex').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

const SIGNATURE = /^[\da-f]{128}$/i
const TIMESTAMP = /^\d{1,12}$/

/** Older requests are refused, and so is the same request a second time until then. */
const VALID_MS = 5 * MINUTE_MS
const ONCE = { name: 'discord interaction', limit: 1, windowMs: 2 * VALID_MS }

/** Throws `unauthorized` unless Discord has signed the request, lately and for the first time. */
async function admitSigned(
  context: Context,
  key: KeyObject,
  { headers, body }: FastifyRequest<{ Body: Buffer | undefined }>,
): Promise<void> {
  const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = headers
  const signed = typeof signature === 'string' && SIGNATURE.test(signature)
  const timed = typeof timestamp === 'string' && TIMESTAMP.test(timestamp)
  if (!signed || !timed || !Buffer.isBuffer(body)) throw unsigned()
  const message = Buffer.concat([Buffer.from(timestamp), body])
  if (!verify(null, message, key, Buffer.from(signature, 'hex'))) throw unsigned()
  const age = context.clock.now().getTime() - Number(timestamp) * 1000
  if (Math.abs(age) > VALID_MS) throw unsigned()
  await admitKey(context, ONCE, hash('sha256', message), '').catch((error: unknown) => {
    throw error instanceof AppError && error.status === 429 ? unsigned() : error
  })
}

function unsigned(): AppError {
  return new AppError('unauthorized', 'The request is not signed by Discord', { code: 'bad_signature' })
}

function readInteraction({ url, body }: FastifyRequest<{ Body: Buffer }>): Interaction {
  try {
    return parseRequest(postInteraction, { url, params: {}, query: {}, body: JSON.parse(body.toString()) }).body
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', 'The request could not be read', { code: 'bad_request' })
  }
}

/** What arrives within the time; null for what comes later. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
