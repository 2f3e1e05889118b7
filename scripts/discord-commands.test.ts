import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerCommands } from './discord-commands.ts'

const SETTINGS = { DISCORD_APPLICATION_ID: '281474976710656', DISCORD_BOT_TOKEN: 'the-token-of-the-bot' }

type Seen = { method: string | undefined; url: string | undefined; authorization: string | undefined; body: string }

let base = ''
let status = 200
const seen: Seen[] = []
const discord = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    seen.push({ method: request.method, url: request.url, authorization: request.headers.authorization, body })
    response.writeHead(status, { location: '/elsewhere' }).end('[]')
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => discord.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(discord.address() as AddressInfo).port}`
})
afterAll(() => {
  discord.close()
})

it('the commands are registered with the token of the bot', async () => {
  const { done, says } = await registerCommands({ ...SETTINGS, DISCORD_URL: base })
  expect([done, says]).toEqual([
    true,
    expect.stringContaining('/club, /player, /ghosts, /playnow, /week, /compare, /link'),
  ])
  const [{ method, url, authorization, body } = { body: '[]' } as Seen] = seen
  expect([method, url, authorization]).toEqual([
    'PUT',
    '/api/v10/applications/281474976710656/commands',
    'Bot the-token-of-the-bot',
  ])
  expect((JSON.parse(body) as { name: string }[]).map(({ name }) => name)).toContain('ghosts')
})

it.each([
  [401, 'Discord refused the commands with 401.'],
  [302, 'Discord cannot be reached.'],
])('an answer of %i is told, without the token', async (answered, says) => {
  status = answered
  expect(await registerCommands({ ...SETTINGS, DISCORD_URL: base })).toEqual({ done: false, says })
})

it('nothing is sent without the settings', async () => {
  const before = seen.length
  expect(await registerCommands({ DISCORD_URL: base })).toMatchObject({
    done: false,
    says: expect.stringContaining('DISCORD_BOT_TOKEN'),
  })
  expect(seen).toHaveLength(before)
})
