import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createGameApi } from '#server/game/client.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { manualClock } from '#test/manual-clock.ts'
import { type DemoProcess, startDemoProcess } from './demo-process.ts'

const WORLD = { epoch: new Date(Date.now() - 5 * 86_400_000), clubs: 4 }

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe("the process of the demo's world", { timeout: 60_000 }, () => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  async function start(clock = manualClock()): Promise<{ demo: DemoProcess; lines: string[] }> {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
    const demo = await startDemoProcess({ clock, log }, WORLD)
    ends.push(demo.close)
    return { demo, lines }
  }

  it('answers like the game', async () => {
    const { demo } = await start()
    const game = createGameApi({ baseUrl: demo.url, tokens: [demo.token], callsPerSecond: 100, clock: systemClock })
    ends.push(game.close)
    expect((await game.getPlayer(demo.examples.player)).body.tag).toBe(demo.examples.player)
  })

  it('is started again at the same address when it ends by itself, but not for ever', async () => {
    const clock = manualClock()
    const { demo, lines } = await start(clock)
    for (let time = 1; time <= 5; time++) {
      const pid = demo.pid()
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => clock.waiting(), { timeout: 20_000 }).toBe(1)
      await clock.advance(1000)
      await expect.poll(() => demo.pid() !== pid && answers(demo.url), { timeout: 20_000 }).toBe(true)
      expect(lines).toHaveLength(time)
    }
    expect(lines.at(-1)).toBe("the demo's world ended and is started again")
    process.kill(demo.pid(), 'SIGKILL')
    await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toMatch(/ended too often/)
    expect(await answers(demo.url)).toBe(false)
  })

  it('ends with its parent, also when that is killed', async () => {
    const script = `
      import { startDemoProcess } from ${JSON.stringify(import.meta.resolve('./demo-process.ts'))}
      const demo = await startDemoProcess({}, { epoch: new Date(${WORLD.epoch.getTime()}), clubs: 4 })
      console.log(demo.url)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = String((await once(parent.stdout, 'data'))[0]).trim()
    expect(await answers(url)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false)
  })

  it('leaves a signal of the terminal to its parent, and ends with it', async () => {
    const { demo } = await start()
    process.kill(demo.pid(), 'SIGINT')
    process.kill(demo.pid(), 'SIGTERM')
    expect(await answers(demo.url)).toBe(true)
    await demo.close()
    expect(await answers(demo.url)).toBe(false)
  })
})
