import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Site = {
  url: string
  /** Everything it has said on the terminal. */
  output(): string
  stop(): Promise<void>
}

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

/** A small world that is filled in a moment, and limits that one machine's tests do not reach. */
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  DEMO_CLUBS: '6',
  DEMO_HISTORY_DAYS: '20',
  GUEST_SESSIONS_PER_HOUR: '10000',
  GUEST_SEARCHES_PER_HOUR: '10000',
  REGISTRATIONS_PER_HOUR: '10000',
}

/**
 * Starts the product as `npm start` does and waits until its demo history is complete. It begins with an empty
 * directory, or with a copy of one that such a site has filled.
 */
export async function startSite(settings: Record<string, string> = {}, filled?: string): Promise<Site> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-site-'))
  if (filled !== undefined) cpSync(filled, directory, { recursive: true })
  const env = { PATH: process.env.PATH, ...SETTINGS, DATA_DIR: directory, ...settings }
  const child = spawn(process.execPath, [MAIN], { env, stdio: 'pipe' })
  let text = ''
  const hear = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  await said(child, () => text, 'Demo history: complete')
  const url = /Delphin is at (\S+)/.exec(text)?.[1] ?? ''
  const stop = async () => {
    await ended(child)
    rmSync(directory, { recursive: true, force: true })
  }
  return { url, output: () => text, stop }
}

function said(child: ChildProcess, text: () => string, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (text().includes(words)) resolve()
    }
    child.stdout?.on('data', look)
    child.on('exit', (code) => reject(new Error(`The product ended (${code}): ${text()}`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
