import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

const [met = '', deviating = ''] = readFileSync('docs/asvs.md', 'utf8').split('\n## ').slice(1, 3)
const rowsOf = (section: string) => section.split('\n').filter((line) => /^\| \d/.test(line))
const linesOf = (section: string) => rowsOf(section).flatMap((row) => row.split('|')[1]?.match(/\d+\.\d+\.\d+/g) ?? [])

it('names a test that exists for every line that is met', () => {
  for (const row of rowsOf(met)) {
    const tests = [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => String(file))
    expect(tests, row).not.toEqual([])
    expect(tests.filter((file) => !existsSync(file))).toEqual([])
  }
})

it('says of no line two things', () => {
  const lines = [...linesOf(met), ...linesOf(deviating)]
  expect(lines.length).toBeGreaterThan(120)
  expect(lines.filter((line, place) => lines.indexOf(line) !== place)).toEqual([])
})

it('builds no markup, code or command of texts', () => {
  const risky =
    /dangerouslySet|\.innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|\bexec(?:Sync)?\b[^\n]*node:child_process|shell: true/
  const product = sourceFiles().filter(({ path }) => /^src\/(?:server|shared|web)\/.*(?<!\.test)\.tsx?$/.test(path))
  expect(product.filter(({ text }) => risky.test(text)).map(({ path }) => path)).toEqual([])
})
