import { readdirSync, readFileSync } from 'node:fs'
import { compareVariables, type IcuNode, parseIcu } from 'pofile-ts'
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

type Plural = Extract<IcuNode, { type: 'plural' }>

function pluralsIn(nodes: readonly IcuNode[]): Plural[] {
  return nodes.flatMap((node) => {
    const inner = 'options' in node ? Object.values(node.options).flatMap(({ value }) => value) : []
    const within = pluralsIn(['children' in node ? node.children : [], inner].flat())
    return node.type === 'plural' ? [node, ...within] : within
  })
}

/**
 * Categories that may fall to `other`: in Arabic that is how nouns stand after 0, and in the others `many` is for whole
 * millions alone, which no text counts.
 */
const MAY_FALL: Record<string, string> = { ar: 'zero', es: 'many', fr: 'many', it: 'many', 'pt-BR': 'many' }

/**
 * The plurals without a category of their language, which would fall to `other`. One that has `other` alone says the same
 * of every number; numbers written out, like `=1`, stand for a category that has no further ones.
 */
function findMissingForms(language: string, texts: Texts): string[] {
  return [...texts].flatMap(([id, { message }]) =>
    pluralsIn(parseIcu(message).ast ?? []).flatMap(({ options, pluralType }) => {
      const has = Object.keys(options).filter((key) => !key.startsWith('='))
      if (has.length === 1) return []
      const rules = new Intl.PluralRules(language, { type: pluralType })
      const isTold = (category: string) =>
        NUMBERS.every((number) => rules.select(number) !== category || `=${number}` in options)
      const missing = rules
        .resolvedOptions()
        .pluralCategories.filter((each) => !has.includes(each) && MAY_FALL[language] !== each && !isTold(each))
      return missing.length === 0 ? [] : [`${id}: a plural lacks ${missing.join(', ')}`]
    }),
  )
}

const NUMBERS = Array.from({ length: 200 }, (_, number) => number)

/** French texts in which a line may break before a mark that follows a space: `Erreurs :`, `12 %`, `« oui »`. */
function findBreakingSpaces(texts: Texts): string[] {
  return [...texts].filter(([, { message }]) => /\S [:;?!%»]|« /.test(message)).map(([id]) => id)
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

  it('find a plural that lacks a category of its language', () => {
    const missing = (language: string, message: string) =>
      findMissingForms(language, new Map([['a.b', text(`<b>{of, select, club {${message}} other {}}</b>`)]]))
    expect(missing('de', '{n, plural, one {# Tag} other {# Tage}}')).toEqual([])
    expect(missing('ru', '{n, plural, one {# день} few {# дня} other {# дней}}')).toEqual(['a.b: a plural lacks many'])
    expect(missing('ru', '{n, plural, other {ещё #}}')).toEqual([])
    expect(missing('ar', '{n, plural, =1 {أمس} two {#} few {#} many {#} other {#}}')).toEqual([])
    expect(missing('ru', '{n, plural, =1 {вчера} few {#} many {#} other {#}}')).toEqual(['a.b: a plural lacks one'])
  })

  it('hold what attributes say too, which the linter does not read', () => {
    expect(findLiteralAttributes(['<p title="Gone">', '<p title={t(id)}>', '<i alt="" placeholder="#2PP" />'])).toEqual(
      ['title="Gone'],
    )
    expect(findLiteralAttributes(readSources(/(?<!\.test)\.tsx$/))).toEqual([])
  })

  it('keep French marks on the line of their words', async () => {
    const wrong = new Map([['a.b', text('Que veux-tu faire ?')]])
    expect(findBreakingSpaces(wrong)).toEqual(['a.b'])
    expect(findBreakingSpaces(await readCatalogs('.', 'fr'))).toEqual([])
  })

  it.each(LANGUAGE_CODES.filter((each) => each !== FIRST_LANGUAGE))('say the same in %s', async (language) => {
    const texts = await readCatalogs('.', language)
    const missing = [...english.keys()].filter((id) => !texts.get(id)?.message).length
    const doubtful = [...texts.values()].filter((each) => each.doubtful).length
    console.log(`${language}: ${english.size} texts, ${missing} missing, ${doubtful} doubtful`)
    expect([...findFaults(english, texts), ...findMissingForms(language, texts)]).toEqual([])
  })
})
