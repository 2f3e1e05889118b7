import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentedSettings, knownSettings, namedSettings, removedPackages } from './deploy.ts'
import { sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(path, 'utf8')

/** Of the platform, of other programs, or of the tests. */
const NOT_OURS = ['NODE_ENV', 'CITUS_URL', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']

describe('what operators are given', () => {
  it.each([
    'deploy/Dockerfile',
    'deploy/compose.yaml',
    'deploy/delphin.service',
    'docs/deployment.md',
    'docs/scale.md',
  ])('%s names settings that there are', (path) => {
    expect(namedSettings(read(path)).filter((name) => ![...NOT_OURS, ...knownSettings()].includes(name))).toEqual([])
  })

  it('has a row in the README for every setting, and for no other', () => {
    expect(knownSettings()).toContain('TRUSTED_PROXIES')
    expect(documentedSettings().sort()).toEqual(knownSettings().sort())
  })

  it('names the proxy and the sites by the same addresses everywhere', () => {
    const [compose, nginx] = [read('deploy/compose.yaml'), read('deploy/nginx.conf')]
    const sites = [...compose.matchAll(/site-\d:[\s\S]*?ipv4_address: ([\d.]+)/g)].map(([, address]) => address)
    expect([...nginx.matchAll(/server ([\d.]+):3000/g)].map(([, address]) => address)).toEqual(sites)
    const [, proxy] = /nginx:\n[\s\S]*ipv4_address: ([\d.]+)/.exec(compose) ?? []
    expect(compose).toContain(`TRUSTED_PROXIES: ${proxy}\n`)
  })

  it('leaves no package out of the image that the server needs', () => {
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

  it('puts into the image all that the image copies', () => {
    const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
  })
})

describe('the check of settings', () => {
  it('finds them in all the ways they are written', () => {
    const text = `ENV A_B=1 HOST=0.0.0.0\nC_D: \${E_F:?}\nx: { <<: *y, G_H: "1" }\nEnvironment=I_J=x\nno_I: K_L`
    expect(namedSettings(text)).toEqual(['A_B', 'C_D', 'E_F', 'G_H', 'HOST', 'I_J'])
    expect(documentedSettings('## Configuration\n| `A`, `B_C` | `D` | x |\n## Next')).toEqual(['A', 'B_C'])
  })
})
