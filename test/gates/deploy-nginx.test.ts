import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const has = (program: string, argument: string) => spawnSync(program, [argument]).status === 0
const missing = !existsSync('/etc/nginx/mime.types') || !has('nginx', '-v') || !has('openssl', 'version')

if (missing) console.log('nginx or openssl is not installed: deploy/nginx.conf is not checked by nginx')

it.skipIf(missing)('nginx takes deploy/nginx.conf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'delphin-nginx-'))
  try {
    const pem = (name: string) => join(folder, `${name}.pem`)
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
    spawnSync('openssl', [...request, '-keyout', pem('privkey'), '-out', pem('fullchain')])
    const config = readFileSync('deploy/nginx.conf', 'utf8')
      .replaceAll('certificates/', `${folder}/`)
      .replaceAll('/var/cache/nginx/delphin', join(folder, 'cache'))
      .replace('include mime.types', 'include /etc/nginx/mime.types')
    writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/nginx.pid;\n${config}`)
    const { stderr, status } = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    })
    expect(stderr).toContain('test is successful')
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
