import { spawn } from 'node:child_process'

/** Runs one of the project's programs with its output in the open; the exit code, 1 when it could not be run. */
export function runProgram(name: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' }
    const child = spawn(`node_modules/.bin/${name}`, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
