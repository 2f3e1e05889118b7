// What `npm start` takes of memory and time, as a new user sees it: with a token, and with the demo, two minutes after its
// history is complete. `node bench/memory.ts [token | demo]`. Measures resident memory of all processes of the command.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { writeResult } from './results.ts'

const PORT = 4599
const LOOK_EVERY_MS = 300
const LONGEST_START_MS = 60_000
const LONGEST_FILL_MS = 30 * 60_000

/** `idleSeconds` after the page is there, or with a demo after its history is complete. */
type Case = { name: string; goal: number; idleSeconds: number; settings: Record<string, string>; demo: boolean }

const CASES: Case[] = [
  {
    name: 'token',
    goal: 300,
    idleSeconds: 60,
    settings: { BRAWL_API_TOKEN: 'none', BRAWL_API_URL: 'http://127.0.0.1:9/v1' },
    demo: false,
  },
  { name: 'demo', goal: 550, idleSeconds: 120, settings: {}, demo: true },
]

const rows = []
for (const one of CASES.filter(({ name }) => process.argv[2] === undefined || process.argv[2] === name)) {
  rows.push(await measure(one))
}
console.table(rows)
writeResult('memory', rows)

async function measure({ name, goal, idleSeconds, settings, demo }: Case) {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-memory-'))
  const env = { ...process.env, ...settings, DATA_DIR: directory, PORT: String(PORT) }
  const began = performance.now()
  // In a group of its own, which gets the signals of a terminal: npm passes none on.
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  let peak = 0
  const until = async (isReached: () => Promise<boolean> | boolean, longestMs: number) => {
    const end = performance.now() + longestMs
    while (!(await isReached())) {
      if (child.exitCode !== null || performance.now() > end) throw new Error(`${name}: the start failed\n${said}`)
      peak = Math.max(peak, megabytesOf(child))
      await pass(LOOK_EVERY_MS)
    }
    return seconds()
  }
  const page = await until(answers, LONGEST_START_MS)
  const complete = demo ? await until(() => said.includes('history: complete'), LONGEST_FILL_MS) : null
  await pass(idleSeconds * 1000)
  const megabytes = megabytesOf(child)
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await once(child, 'exit')
  rmSync(directory, { recursive: true, force: true })
  return { name, page, complete, peak, megabytes, goal, met: megabytes <= goal }
}

async function answers(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.ok ?? false
}

/** Of npm, its shell and the product. */
function megabytesOf({ pid = 0 }: ChildProcess): number {
  return Math.round(familyOf(pid).reduce((sum, one) => sum + kilobytes(one), 0) / 1024)
}

function familyOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const children = threads.flatMap((thread) => {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ')
    })
    return [pid, ...children.filter((child) => child !== '').flatMap((child) => familyOf(Number(child)))]
  } catch {
    return []
  }
}

function kilobytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
