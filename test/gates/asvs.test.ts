import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

const [met = '', deviating = ''] = readFileSync('docs/asvs.md', 'utf8').split('\n## ').slice(1, 3)
const rowsOf = (section: string) => section.split('\n').filter((line) => /^\| \d/.test(line))
const requirementsOf = (section: string) =>
  rowsOf(section).flatMap((row) => row.split('|')[1]?.match(/\d+\.\d+\.\d+/g) ?? [])

/** Tests that a row names and that its files do not have, or the row itself when it names none. */
function missingTests(row: string, read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')) {
  const files = [...row.matchAll(/`([^`]+\.test\.tsx?)`((?: “[^”]+”)*)/g)]
  const named = files.flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  )
  if (named.length === 0 || files.some(([, , names]) => names === '')) return [row]
  return named.filter(({ file, name }) => !hasTest(read(file), name)).map(({ file, name }) => `${file} “${name}”`)
}

/** Whether a test is called so, or its name begins so. */
function hasTest(text: string, name: string): boolean {
  return new RegExp(`\\(\\s*['"\`]${RegExp.escape(name)}`).test(text)
}

describe('the table of OWASP ASVS', () => {
  it('names tests that exist for every requirement that is met', () => {
    expect(rowsOf(met).flatMap((row) => missingTests(row))).toEqual([])
  })

  it('has each requirement once', () => {
    const requirements = [...requirementsOf(met), ...requirementsOf(deviating)]
    expect(requirements.length).toBeGreaterThan(120)
    expect(requirements.filter((each, place) => requirements.indexOf(each) !== place)).toEqual([])
  })
})

describe('the check of the table', () => {
  const text = "it.each([1, 2])('%s answers 404', () => {})\ntest(\"a page's headers are safe\", () => {})\n"
  const row = (shown: string) => `| 1.1.1 | what | ${shown} |`

  it('finds a test that is not in its file', () => {
    const found = (shown: string) => missingTests(row(shown), (file) => (file === 'a.test.ts' ? text : ''))
    expect(found("`a.test.ts` “%s answers 404” “a page's headers”")).toEqual([])
    expect(found('`a.test.ts` “answers 404”')).toEqual(['a.test.ts “answers 404”'])
    expect(found('`b.test.ts` “%s answers 404”')).toEqual(['b.test.ts “%s answers 404”'])
  })

  it.each(['`a.test.ts`', '`a.test.ts` “%s answers 404”, `b.test.ts`', 'by hand'])(
    'finds no test named in %s',
    (shown) => {
      expect(missingTests(row(shown), () => text)).toEqual([row(shown)])
    },
  )
})

it('the product builds no markup, code or command from texts', () => {
  const risky =
    /dangerouslySet|\.innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|\bexec(?:Sync)?\b[^\n]*node:child_process|shell: true/
  const product = sourceFiles().filter(({ path }) => /^src\/(?:server|shared|web)\/.*(?<!\.test)\.tsx?$/.test(path))
  expect(product.filter(({ text }) => risky.test(text)).map(({ path }) => path)).toEqual([])
})

it('the list of what is logged names every line that tells of an account or a player, and no other', () => {
  const logged = sourceFiles()
    .filter(({ path }) => /^src\/server\/.*(?<!\.test)\.ts$/.test(path))
    .flatMap(({ text }) =>
      [...text.matchAll(/\baudit(?::| =) ([^,}\n]+)/g)].flatMap(
        ([, value = '']) => value.match(/(?<=')(?:registered|\w+_\w+)(?=')/g) ?? [],
      ),
    )
  const [, section = ''] = readFileSync('docs/asvs.md', 'utf8').split('## What is logged')
  const listed = section.split('Also logged')[0]?.match(/(?<=`)[a-z]+_[a-z_]+(?=`)|(?<=`)registered(?=`)/g) ?? []
  expect(new Set(listed)).toEqual(new Set(logged))
})
