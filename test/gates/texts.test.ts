import { readdirSync, readFileSync } from 'node:fs'
import { compareVariables } from 'pofile-ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { languagesOf, readCatalogs } from '../../scripts/prepare/build-texts.mjs'
import { FIRST_LANGUAGE, LANGUAGE_CODES } from '../../src/shared/languages.ts'

type Texts = Awaited<ReturnType<typeof readCatalogs>>

const tagsOf = (message: string) => [...new Set(Array.from(message.matchAll(/<\/?\w+>/g), String))].sort().join(' ')

/** What is wrong with the texts of a language beside the English ones. A text that is missing is no fault: it is counted. */
function findFaults(english: Texts, texts: Texts): string[] {
  return [...texts].flatMap(([id, { message }]) => {
    const source = english.get(id)?.message
    if (source === undefined) return [`${id}: English has no such text`]
    if (message === '') return []
    const { missing, extra } = compareVariables(source, message)
    if (missing.length + extra.length > 0) return [`${id}: the values differ: ${[...missing, ...extra].join(', ')}`]
    return tagsOf(source) === tagsOf(message) ? [] : [`${id}: the tags differ: ${tagsOf(message)}`]
  })
}

/** The ids that no code names as a whole. */
function findUnused(english: Texts, code: string): string[] {
  const named = new Set(Array.from(code.matchAll(/['"`]([a-z]\w*(?:\.[\w-]+)+)['"`]/g), ([, id = '']) => id))
  return [...english.keys()].filter((id) => !named.has(id))
}

/** Attributes that say something, with a text in the code. */
function findLiteralAttributes(sources: readonly string[]): string[] {
  const LITERAL = /\b(?:aria-label|title|placeholder|alt)="[a-z][^"]*/gi
  return sources
    .flatMap((source) => Array.from(source.matchAll(LITERAL), ([found]) => found))
    .filter((each) => !each.startsWith('title="Delphin'))
}

function readSources(named: RegExp): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  return files.filter((name) => named.test(name)).map((name) => readFileSync(`src/${name}`, 'utf8'))
}

const readCode = () => readSources(/(?<!\.test)\.tsx?$/).join('\n')

const text = (message: string) => ({ message, notes: [], doubtful: false })

describe('the catalogs of texts', () => {
  let english: Texts = new Map()
  beforeAll(async () => {
    english = await readCatalogs('.', FIRST_LANGUAGE)
  })

  it('are those of the languages that the site offers', () => {
    expect(languagesOf('.')).toEqual([...LANGUAGE_CODES].sort())
  })

  it('hold no text that the code does not say', () => {
    expect(findUnused(new Map([['club.gone', text('Gone')]]), "t('club.here')")).toEqual(['club.gone'])
    expect(findUnused(english, readCode())).toEqual([])
  })

  it('find a text that English lacks, another value and another tag', () => {
    const source: Texts = new Map([['a.b', text('<b>{name}</b> has {count, plural, one {#} other {#}}')]])
    const faults = (message: string) => findFaults(source, new Map([['a.b', text(message)]]))
    expect(faults('<b>{name}</b>: {count}')).toEqual([])
    expect(faults('<b>{wrong}</b>: {count}')).toEqual(['a.b: the values differ: name, wrong'])
    expect(faults('{name}: {count}')).toEqual(['a.b: the tags differ: '])
    expect(findFaults(source, new Map([['a.c', text('x')]]))).toEqual(['a.c: English has no such text'])
  })

  it('hold what attributes say too, which the linter does not read', () => {
    expect(findLiteralAttributes(['<p title="Gone">', '<p title={t(id)}>', '<i alt="" placeholder="#2PP" />'])).toEqual(
      ['title="Gone'],
    )
    expect(findLiteralAttributes(readSources(/(?<!\.test)\.tsx$/))).toEqual([])
  })

  it.each(LANGUAGE_CODES.filter((each) => each !== FIRST_LANGUAGE))('say the same in %s', async (language) => {
    const texts = await readCatalogs('.', language)
    const missing = [...english.keys()].filter((id) => !texts.get(id)?.message).length
    const doubtful = [...texts.values()].filter((each) => each.doubtful).length
    console.log(`${language}: ${english.size} texts, ${missing} missing, ${doubtful} doubtful`)
    expect(findFaults(english, texts)).toEqual([])
  })
})
