import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type ServerProcess = {
  url: string
  /** CPU seconds spent so far, in the process and in the kernel for it; threads included. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** The kernel counts in hundredths of a second on every Linux we know. */
const TICKS_PER_SECOND = 100

/** Starts a server that prints its address, in a process of its own. */
export async function startServer(script: string, args: string[] = []): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
