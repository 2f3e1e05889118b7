import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inputsDigest } from './build-web.mjs'
import { findChromium, findProgram, findStoryBrowser } from './find-program.mjs'
import { isInstalled } from './install.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'delphin-prepare-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode })
  return join(root, path)
}

describe('packages count as installed', () => {
  const wanted = {
    packages: {
      '': {},
      'node_modules/fastify': { version: '5.0.0' },
      'node_modules/only-mac': { version: '1.0.0', optional: true },
    },
  }
  const installed = (fastify: Record<string, { version: string }>) => ({ packages: fastify })

  it.each([
    ['those of the lockfile', installed({ 'node_modules/fastify': { version: '5.0.0' } }), true],
    ['another version', installed({ 'node_modules/fastify': { version: '4.0.0' } }), false],
    ['one is missing', installed({}), false],
    ['nothing is installed, or an install broke off', null, false],
  ])('%s', (_what, here, answer) => {
    expect(isInstalled(wanted, here)).toBe(answer)
  })
})

describe('the web is built again', () => {
  beforeEach(() => {
    write('src/web/main.tsx', 'start()')
    write('src/shared/tag.ts', 'tag')
    write('src/server/main.ts', 'serve()')
  })

  it.each([
    ['a page changed', 'src/web/main.tsx', true],
    ['a page was added', 'src/web/pages/home/HomePage.tsx', true],
    ['what it shares with the server changed', 'src/shared/tag.ts', true],
    ['packages changed', 'package-lock.json', true],
    ['only the server changed', 'src/server/main.ts', false],
    ['only a test changed', 'src/web/main.test.tsx', false],
  ])('when %s: %s', (_what, path, again) => {
    const before = inputsDigest(root)
    write(path, 'something new')
    expect(inputsDigest(root) !== before).toBe(again)
  })

  it('not because the folder is named with a slash at its end', () => {
    expect(inputsDigest(`${root}/`)).toBe(inputsDigest(root))
  })
})

describe('a program of the system', () => {
  it('is the first one that can be run', () => {
    write('one/chromium', 'a note about Chromium')
    const program = write('two/chromium', '#!/bin/sh\n', 0o755)
    expect(findProgram(['chrome', 'chromium'], `${root}/one:${root}/two`)).toBe(program)
  })

  it('is the browser of CHROME_PATH before any other', () => {
    const own = write('own/browser', '#!/bin/sh\n', 0o755)
    write('bin/chromium', '#!/bin/sh\n', 0o755)
    expect(findChromium({ CHROME_PATH: own, PATH: `${root}/bin` })).toBe(own)
    write('bin/chromium-headless-shell', '#!/bin/sh\n', 0o755)
    expect(findStoryBrowser({ CHROME_PATH: own, PATH: `${root}/bin` })).toBe(own)
  })

  it('is a headless shell for the stories where there is one, and for others where there is nothing else', () => {
    const whole = write('bin/chromium', '#!/bin/sh\n', 0o755)
    expect(findStoryBrowser({ PATH: `${root}/bin` })).toBe(whole)
    const shell = write('shells/chromium-headless-shell', '#!/bin/sh\n', 0o755)
    const path = `${root}/bin:${root}/shells`
    expect([findStoryBrowser({ PATH: path }), findChromium({ PATH: path })]).toEqual([shell, whole])
    expect(findChromium({ PATH: `${root}/shells` })).toBe(shell)
  })

  it('is null when there is none', () => {
    expect(findProgram(['chromium'], `${root}/one:${root}/two`)).toBeNull()
  })
})
