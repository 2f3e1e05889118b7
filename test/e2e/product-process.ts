import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type ProductProcess = {
  pid: number
  url: string
  /** Everything it has said on the terminal. */
  output(): string
  /** Resolves once it says so. */
  says(words: string): Promise<void>
  /** Ends it and resolves with its exit code. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

/** Starts the product with these settings alone, and waits until it has an address. */
export async function startProduct(settings: Record<string, string>, command?: string): Promise<ProductProcess> {
  const args = command === undefined ? [MAIN] : [MAIN, command]
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...settings }, stdio: 'pipe' })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => text.includes(words) && resolve()
      child.stdout.on('data', look)
      ended.then((code) => reject(new Error(`The product ended (${code}) before it said "${words}": ${text}`)))
      look()
    })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  await says('Delphin is at')
  return {
    pid: child.pid ?? 0,
    url: /Delphin is at (\S+)/.exec(text)?.[1] ?? '',
    output: () => text,
    says,
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
