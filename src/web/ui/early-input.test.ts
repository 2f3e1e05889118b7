// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { repeatInput, WAITS } from './early-input.ts'

afterEach(() => {
  delete window.early
  document.body.replaceChildren()
})

it.each([
  ['an explanation is opened again, which the browser was kept from opening', ' popovertarget="why"', 2],
  ['any other is left to React', '', 1],
])('of a press that is under way when the code arrives, %s', async (_story, attribute, presses) => {
  document.body.innerHTML = `<main ${WAITS}><button${attribute}>?</button></main>`
  const [main, button] = [document.querySelector('main') as Element, document.querySelector('button') as HTMLElement]
  let pressed = 0
  const collect = (event: Event) => {
    if (main.hasAttribute(WAITS)) window.early = [[event, undefined]]
  }
  addEventListener('click', collect, true)
  main.addEventListener('click', () => main.hasAttribute(WAITS) && repeatInput(main), true)
  button.addEventListener('click', () => pressed++)
  button.click()
  await Promise.resolve()
  removeEventListener('click', collect, true)
  expect([pressed, main.hasAttribute(WAITS), window.early]).toEqual([presses, false, []])
})
