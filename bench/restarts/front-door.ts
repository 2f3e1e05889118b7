import { spawn } from 'node:child_process'
import { accessSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/e2e/free-port.ts'
import { startRetryingProxy } from '../../test/e2e/retrying-proxy.ts'

export type FrontDoor = { name: string; url: string; close(): Promise<void> }

/** nginx as deploy/nginx.conf sets it up, without TLS; a small proxy that retries where nginx is not installed. */
export async function startFrontDoor(upstreams: string[]): Promise<FrontDoor> {
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
