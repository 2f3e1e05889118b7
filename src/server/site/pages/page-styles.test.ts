import { expect, it } from 'vitest'
import { readStyles } from './page-styles.ts'

const used = (sheet: string, classes: string) => readStyles(sheet)(`<p class="${classes}">Text</p>`)

it.each([
  ['a rule whose class the page has', '.a{top:0}.b{top:1px}', 'b', '.b{top:1px}'],
  ['rules without a class', 'p>b,[data-x]{top:0}.a{top:0}', 'x', 'p>b,[data-x]{top:0}'],
  ['a selector only if all of its classes are there', '.a .b{top:0}.a.c{top:0}', 'a b', '.a .b{top:0}'],
  ['a list if one of its selectors may apply', '.x,.a:hover{top:0}', 'a', '.x,.a:hover{top:0}'],
  [
    'a rule that only excludes a class or names it as one of several',
    '.a:not(.x):is(.y,.z){top:0}',
    'a',
    '.a:not(.x):is(.y,.z){top:0}',
  ],
  [
    'the rules of a group, which goes with its last rule',
    '@media (width>=1px){.a{top:0}.b{top:0}}@media (hover){.x{top:0}}',
    'a',
    '@media (width>=1px){.a{top:0}}',
  ],
  ['the order of layers', '@layer one,two;@layer two{.x{top:0}}', 'a', '@layer one,two;'],
  ['rules within a rule', '.a{top:0;&:hover{top:1px}}.b{top:0}', 'a', '.a{top:0;&:hover{top:1px}}'],
  [
    'what rules name',
    '@property --a{syntax:"*"}@keyframes k{to{top:0}}@property --b{syntax:"*"}.a{animation:k;top:var(--b)}',
    'a',
    '@keyframes k{to{top:0}}@property --b{syntax:"*"}.a{animation:k;top:var(--b)}',
  ],
  ['nothing for paper', '@media print{p{top:0}}.a{top:0}', 'a', '.a{top:0}'],
])('a page keeps %s', (_, sheet, classes, rules) => {
  expect(used(sheet, classes)).toBe(rules)
})

it.each([
  [String.raw`.\[\&\>\*\]\:p-2>*{top:0}`, '[&amp;&gt;*]:p-2'],
  [String.raw`.\32 xl\:w-1\/2{top:0}`, '2xl:w-1/2'],
  [String.raw`.before\:content-\[\'\}\,\'\]:before{content:"},{"}`, 'before:content-[&#x27;},&#x27;]'],
  [String.raw`.m-\[calc\(1px\+2px\)\]:not(.x){top:0}`, 'm-[calc(1px+2px)]'],
])('reads escaped classes: %s', (rule, escaped) => {
  expect([used(rule, `x ${escaped} y`), used(rule, 'x y')]).toEqual([rule, ''])
})
