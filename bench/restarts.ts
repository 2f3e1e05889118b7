// Whether requests fail when the product is restarted: `node bench/restarts.ts [restarts] [requests a second]`. Two
// processes on one PostgreSQL behind nginx, or a small proxy without nginx, are restarted alternately under load.
import { spawn } from 'node:child_process'
import { accessSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRetryingProxy } from '#test/e2e/retrying-proxy.ts'
import { freePort, type ProductProcess, startProduct } from '#test/e2e/start-product.ts'
import { createMixedTraffic, openLoad, quantile, type Went, withMixedSite } from './mixed-load.ts'
import { writeResult } from './results.ts'

const [restarts = 20, perSecond = 40] = process.argv.slice(2).map(Number)
const CHUNK_SECONDS = 2
const SHOWN = 20

await withMixedSite({}, async ({ settings }) => {
  const pair = await startPair(settings)
  const door = await startFrontDoor(pair.urls)
  try {
    const next = await createMixedTraffic(door.url)
    const state = { going: true }
    const load = visit(door.url, next, state)
    const drains: number[] = []
    const codes: (number | null)[] = []
    for (let restart = 0; restart < restarts; restart++) {
      const { code, seconds } = await pair.restart(restart % 2)
      drains.push(seconds)
      codes.push(code)
    }
    state.going = false
    report(door.name, await load, drains, codes)
  } finally {
    await door.close()
    await pair.stop()
  }
})

async function visit(url: string, next: Parameters<typeof openLoad>[1], state: { going: boolean }): Promise<Went[]> {
  const went: Went[] = []
  while (state.going) {
    const from = went.length
    went.push(...(await openLoad(url, (turn) => next(from + turn), perSecond, CHUNK_SECONDS)))
  }
  return went
}

function report(door: string, went: Went[], drains: number[], codes: (number | null)[]) {
  const failures = went.filter(({ status }) => status === 0 || status >= 400)
  const p99 = Math.round(
    quantile(
      went.map(({ ms }) => ms),
      0.99,
    ),
  )
  const result = {
    door,
    restarts,
    requests: went.length,
    failed: failures.length,
    failures: failures.map(({ sort, status, ms }) => `${sort} ${status} after ${Math.round(ms)} ms`).slice(0, SHOWN),
    longestStopSeconds: Number(Math.max(...drains).toFixed(1)),
    exitCodes: [...new Set(codes)],
    p99,
    met: failures.length === 0 && Math.max(...drains) <= 10 && codes.every((code) => code === 0),
  }
  console.log(result)
  writeResult('restarts', result)
}

type FrontDoor = { name: string; url: string; close(): Promise<void> }

/** nginx set up like deploy/nginx.conf without TLS. Where nginx is not installed, a small proxy that retries. */
async function startFrontDoor(upstreams: string[]): Promise<FrontDoor> {
  const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(isThere)
  if (nginx === undefined) return { name: 'small proxy', ...(await startRetryingProxy(upstreams)) }
  const directory = mkdtempSync(join(tmpdir(), 'delphin-nginx-'))
  const port = await freePort()
  writeFileSync(join(directory, 'nginx.conf'), configuration(directory, port, upstreams))
  const child = spawn(nginx, ['-c', join(directory, 'nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const close = async () => {
    child.kill('SIGQUIT')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  await answers(url)
  return { name: 'nginx', url, close }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).then(Boolean, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

function isThere(path: string): boolean {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}

function configuration(directory: string, port: number, upstreams: string[]): string {
  const servers = upstreams.map((url) => `server ${new URL(url).host} max_fails=0;`).join(' ')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  )
  return `daemon off;
worker_processes 1;
pid ${join(directory, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  error_log stderr crit;
  ${paths.join(' ')}
  upstream delphin { ${servers} keepalive 64; keepalive_timeout 30s; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://delphin;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries 2;
    }
  }
}
`
}

type Pair = {
  urls: string[]
  /** Stops one process and starts it again. */
  restart(which: number): Promise<{ code: number | null; seconds: number }>
  stop(): Promise<void>
}

/** Two processes that serve the same store. Each keeps its port over restarts. */
async function startPair(settings: Record<string, string>): Promise<Pair> {
  const ports = [await freePort(), await freePort()]
  const start = (which: number) => startProduct({ ...settings, PORT: String(ports[which]) }, 'serve')
  const processes: ProductProcess[] = [await start(0), await start(1)]
  return {
    urls: processes.map(({ url }) => url),
    async restart(which) {
      const began = performance.now()
      const code = (await processes[which]?.end()) ?? null
      const seconds = (performance.now() - began) / 1000
      processes[which] = await start(which)
      return { code, seconds }
    },
    async stop() {
      await Promise.all(processes.map((process) => process.end()))
    },
  }
}
