import { spawn } from 'node:child_process'
import { Pool } from 'undici'
import { startPostgres } from '../test/postgres-server.ts'
import { CLUBS, MEMBERS, worldTag } from './world.ts'

const pg = await startPostgres()
if ('missing' in pg) throw 1
const child = spawn(
  process.execPath,
  ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', 'bench/http-server.ts', 'making', pg.url],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const url = await new Promise<string>((r) => child.stdout.once('data', (d) => r(String(d).trim())))
const pool = new Pool(url, { connections: 16 })
const end = performance.now() + 6000
let n = 0
const enc = process.argv[2] ? { 'accept-encoding': process.argv[2] } : {}
await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (performance.now() < end) {
      const t = n++
      const a = await pool.request({
        method: 'GET',
        path: `/api/analytics/player/${worldTag(CLUBS + (t % (CLUBS * MEMBERS))).slice(1)}/trophy-progression?days=30`,
        headers: enc,
      })
      await a.body.dump()
      if (a.statusCode !== 200) throw a.statusCode
    }
  }),
)
console.log(n / 6, 'req/s')
child.kill('SIGINT')
await new Promise((r) => child.once('exit', r))
await pool.close()
await pg.stop()
