import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { pageTexts } from '#shared/texts.ts'
import { loadFirstPage } from '#web/routes.tsx'
import { lazySection, sectionsLoaded } from '#web/ui/LazyPart.tsx'
import { clientWith, renderPage, rulesOfStyles } from './render-page.tsx'

it('renders a page whole or not at all, and whole again as soon as its code is there', async () => {
  expect(() => renderPage('/scores', clientWith([]), pageTexts())).toThrow('a part of /scores could not be rendered')
  await loadFirstPage('/scores')
  await sectionsLoaded()
  expect(renderPage('/scores', clientWith([]), pageTexts()).html).toContain('How scores work')
})

it('loads the code of a section again that did not arrive', async () => {
  const code = [Promise.reject(new Error('no such file')), Promise.resolve(() => 'the section')]
  const Section = lazySection<object>(() => code.shift() ?? Promise.reject(new Error('asked too often')))
  await expect(sectionsLoaded()).rejects.toThrow('no such file')
  await sectionsLoaded()
  expect(renderToString(createElement(Section))).toContain('the section')
})

it('turns style attributes into rules, one for all equal ones', () => {
  const markup =
    '<i style="width:52%"></i><b class="x" style="background-color:var(--c1)"></b><i style="width:52%"></i>'
  expect(rulesOfStyles(markup)).toEqual({
    html: '<i data-css="0"></i><b class="x" data-css="1"></b><i data-css="0"></i>',
    css: '[data-css="0"]{width:52%}[data-css="1"]{background-color:var(--c1)}',
  })
})

it('leaves texts alone, in which React escapes quotes', () => {
  const markup = '<p title=" style=&quot;x&quot;">a style=&quot;b&quot;</p>'
  expect(rulesOfStyles(markup)).toEqual({ html: markup, css: '' })
})

it.each(['a:url(&quot;x&quot;)', 'a:b}body{display:none', 'a:\\3c', 'a:</style>'])(
  'drops the style %j, which could do more than style one element',
  (style) => {
    expect(rulesOfStyles(`<i style="${style}"></i>`)).toEqual({ html: '<i></i>', css: '' })
  },
)
