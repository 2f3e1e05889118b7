import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { docsHtml, renderProse, valuesOf } from './docs-page.ts'

describe('the documentation page', () => {
  const html = docsHtml()
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  it('has a title like every other page', () => expect(html).toContain('<title>API | Delphin</title>'))

  it('shows the notice of fan content and links to the home page', () => {
    expect(text).toContain('This material is unofficial and is not endorsed by Supercell.')
    expect(html).toContain('href="https://www.supercell.com/fan-content-policy"')
    expect(html).toContain('href="/"')
  })

  it('describes parameters in words, and shows backticks and braces only in code', () => {
    expect(text).toContain('1 to 100; 24 by default')
    const prose = html.replaceAll(/<(pre|code)\b.*?<\/\1>/gs, '')
    expect(prose).not.toMatch(/`|\{&quot;/)
  })
})

test('every colour of the documentation’s style sheet has a light and a dark value', () => {
  const style = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')
  const colours = [...style.matchAll(/--\w+: (.*oklch.*);/g)].map((match) => match[1])
  expect(colours.length).toBeGreaterThan(5)
  for (const colour of colours) expect(colour).toMatch(/^light-dark\(/)
})

test.each([
  ['Errors are `{error, code}`.', 'Errors are <code>{error, code}</code>.'],
  ['`a` < `b`', '<code>a</code> &lt; <code>b</code>'],
  ['one ` alone', 'one ` alone'],
])('the text %j becomes HTML', (text, html) => expect(renderProse(text)).toBe(html))

test.each([
  [{ type: 'string', enum: ['club', 'player'] }, '`club`, `player`'],
  [{ type: 'number', enum: [7, 30], default: 30 }, '`7`, `30`; `30` by default'],
  [{ type: 'integer', minimum: 0, maximum: 9 }, 'integer; 0 to 9'],
  [{ type: 'array', default: [] }, 'array; none by default'],
  [{ type: 'string', maxLength: 64 }, 'string; 0 to 64 characters'],
  [{ type: 'string', pattern: '^a$' }, 'string; of the form `^a$`'],
  [{ type: 'string', minLength: 1 }, 'string'],
])('the schema %j is described as %s', (schema, words) => expect(valuesOf(schema)).toBe(words))
