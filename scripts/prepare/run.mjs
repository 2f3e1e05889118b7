import { spawn } from 'node:child_process'
import { say } from './say.mjs'

const PROGRESS_MS = 10_000

/**
 * Runs a long step: one line at its beginning, one every ten seconds, one at its end. What the program itself says is
 * shown only when it fails.
 * @throws {Error} when the program cannot be started or ends with anything but 0
 */
export function run(what, program, args, options = {}) {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  say(`${what} ...`)
  const progress = setInterval(() => say(`${what}: ${seconds()} s so far`), PROGRESS_MS)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`${what} failed:\n${output.trim()}`))
      say(`${what}: done in ${seconds()} s`)
      resolve()
    })
  }).finally(() => clearInterval(progress))
}
