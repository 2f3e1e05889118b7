import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIEmbed, RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'

/**
 * What goes wrong with the next request. `lost`, `held`: it is carried out, but the answer is cut off, or comes when
 * the test releases it.
 */
type DiscordFault = 'lost' | 'held' | 'hangs' | 'unavailable' | 'redirect' | 'not json' | 'endless'

type FakeMessage = { id: string; webhook: string; body: RESTPostAPIWebhookWithTokenJSONBody; edits: number }

export type FakeDiscord = {
  /** For the setting DISCORD_URL. */
  url: string
  /** Makes a webhook; returns the address as Discord shows it. */
  makeWebhook(): string
  deleteWebhook(address: string): void
  /** Makes the address invalid, as if its token were renewed, or valid again. */
  renewToken(address: string, isValid?: boolean): void
  deleteMessage(id: string): void
  /** Every message that is there, in order. */
  messages(address?: string): FakeMessage[]
  /** Requests that came in, by method and status. */
  requests: { method: string; status: number; webhook: string; at: number }[]
  failNext(...faults: DiscordFault[]): void
  /** Gives the answers that are held. */
  release(): void
  /** Requests in a second that all webhooks together may make. */
  limits: { webhook: number; webhookMs: number; global: number }
  close(): Promise<void>
}

type Hook = { token: string; window: Window }

const TOKEN = 'Abc_-0123456789'.repeat(5).slice(0, 68)
const PATH = /^\/api\/webhooks\/(\d+)\/([\w-]+)(?:\/messages\/(\d+))?$/

type World = {
  now: () => Date
  hooks: Map<string, Hook>
  messages: Map<string, FakeMessage>
  faults: DiscordFault[]
  held: (() => unknown)[]
  requests: FakeDiscord['requests']
  limits: FakeDiscord['limits']
  all: Window
  lastId: number
}

/**
 * A server on this machine that answers webhooks as Discord documents it: limits, sizes, error codes. Time is the
 * test's.
 */
export async function openFakeDiscord(now: () => Date = () => new Date()): Promise<FakeDiscord> {
  const world: World = {
    ...{ now, hooks: new Map(), messages: new Map(), faults: [], held: [], requests: [], lastId: 100_000_000_000_000 },
    limits: { webhook: 5, webhookMs: 2000, global: 50 },
    all: { used: 0, endsAt: 0 },
  }
  const { hooks, messages, faults, requests, limits } = world
  const server = createServer((request, response) => void handle(world, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const hookOf = (address: string) => PATH.exec(new URL(address).pathname)?.[1] ?? ''
  return {
    url: `http://127.0.0.1:${port}`,
    makeWebhook() {
      const id = String(900_000_000_000_000 + hooks.size)
      hooks.set(id, { token: TOKEN, window: { used: 0, endsAt: 0 } })
      return `https://discord.com/api/webhooks/${id}/${TOKEN}`
    },
    deleteWebhook: (address) => void hooks.delete(hookOf(address)),
    renewToken: (address, isValid = false) =>
      void Object.assign(hooks.get(hookOf(address)) ?? {}, { token: isValid ? TOKEN : 'another' }),
    deleteMessage: (id) => void messages.delete(id),
    messages: (address) =>
      [...messages.values()].filter(({ webhook }) => address === undefined || webhook === hookOf(address)),
    requests,
    failNext: (...next) => void faults.push(...next),
    release() {
      for (const answer of world.held.splice(0)) answer()
    },
    limits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Answer = { status: number; json: unknown; headers?: Record<string, string> }

async function handle(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://discord')
  const body = JSON.parse(await textOf(request)) as RESTPostAPIWebhookWithTokenJSONBody
  const fault = world.faults.shift()
  if (fault !== undefined && fault !== 'lost' && fault !== 'held') return failWith(response, fault)
  const { status, json, headers = {} } = answerTo(world, request.method ?? '', url, body)
  const webhook = PATH.exec(url.pathname)?.[1] ?? ''
  world.requests.push({ method: request.method ?? '', status, webhook, at: world.now().getTime() })
  if (fault === 'lost') response.destroy()
  const answer = () =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
  if (fault === 'held') world.held.push(answer)
  if (fault === undefined) answer()
}

function answerTo(world: World, method: string, url: URL, body: RESTPostAPIWebhookWithTokenJSONBody): Answer {
  const [, id = '', token = '', edited] = PATH.exec(url.pathname) ?? []
  const hook = world.hooks.get(id)
  if (hook === undefined) return { status: 404, json: { message: 'Unknown Webhook', code: 10015 } }
  if (hook.token !== token) return { status: 401, json: { message: 'Invalid Webhook Token', code: 50027 } }
  const { limits, messages } = world
  const wait = admit(world.all, limits.global, 1000, world.now())
  if (wait !== null) {
    return { status: 429, json: { retry_after: wait, global: true }, headers: { 'x-ratelimit-global': 'true' } }
  }
  const full = admit(hook.window, limits.webhook, limits.webhookMs, world.now())
  const headers = rateHeaders(hook, limits, world.now())
  if (full !== null) return { status: 429, json: { retry_after: full, global: false }, headers }
  const wrong = wrongWith(body)
  if (wrong !== null) return { status: 400, json: { message: wrong, code: 50035 }, headers }
  if (method === 'PATCH') {
    const message = messages.get(edited ?? '')
    if (message === undefined) return { status: 404, json: { message: 'Unknown Message', code: 10008 }, headers }
    Object.assign(message, { body, edits: message.edits + 1 })
    return { status: 200, json: { id: message.id }, headers }
  }
  world.lastId += 1
  const message = { id: String(world.lastId), webhook: id, body, edits: 0 }
  messages.set(message.id, message)
  const waits = url.searchParams.get('wait') === 'true'
  return waits ? { status: 200, json: { id: message.id }, headers } : { status: 204, json: {}, headers }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

type Window = { used: number; endsAt: number }

/** Counts a request. The seconds to wait where there were too many, with decimals as Discord tells them. */
function admit(window: Window, limit: number, windowMs: number, now: Date): number | null {
  const at = now.getTime()
  if (window.endsAt <= at) Object.assign(window, { used: 0, endsAt: at + windowMs })
  window.used += 1
  return window.used > limit ? (window.endsAt - at) / 1000 : null
}

function rateHeaders({ window }: Hook, limits: FakeDiscord['limits'], now: Date): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limits.webhook),
    'x-ratelimit-remaining': String(Math.max(0, limits.webhook - window.used)),
    'x-ratelimit-reset-after': ((window.endsAt - now.getTime()) / 1000).toFixed(3),
    'x-ratelimit-bucket': 'webhook',
  }
}

function failWith(response: ServerResponse, fault: DiscordFault): void {
  if (fault === 'hangs') return
  if (fault === 'unavailable') response.writeHead(503).end('upstream connect error')
  if (fault === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()
  if (fault === 'not json') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  if (fault === 'endless') response.writeHead(200).end('x'.repeat(2_000_000))
}

const characters = (text: string | undefined) => [...(text ?? '')].length

/** What Discord finds wrong with a message; null where it takes it. Characters are counted as Discord counts them. */
export function wrongWith({
  content,
  embeds = [],
  allowed_mentions,
}: RESTPostAPIWebhookWithTokenJSONBody): string | null {
  if (characters(content) > 2000) return 'content'
  if (content === undefined && embeds.length === 0) return 'empty'
  if (embeds.length > 10) return 'embeds'
  if (allowed_mentions?.parse?.length !== 0) return 'mentions'
  const total = embeds.reduce((sum, embed) => sum + charactersOf(embed), 0)
  return total > 6000 ? 'total' : (embeds.map(wrongWithEmbed).find((wrong) => wrong !== null) ?? null)
}

function charactersOf({ title, description, footer, fields = [] }: APIEmbed): number {
  const ofFields = fields.reduce((sum, { name, value }) => sum + characters(name) + characters(value), 0)
  return characters(title) + characters(description) + characters(footer?.text) + ofFields
}

function wrongWithEmbed({ title, description, footer, fields = [], url }: APIEmbed): string | null {
  if (characters(title) > 256) return 'title'
  if (characters(description) > 4096) return 'description'
  if (characters(footer?.text) > 2048) return 'footer'
  if (url !== undefined && !/^https?:\/\//.test(url)) return 'url'
  if (fields.length > 25 || fields.some(({ name }) => name === '' || characters(name) > 256)) return 'fields'
  return fields.some(({ value }) => value === '' || characters(value) > 1024) ? 'field values' : null
}
