// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { keepTranslatedPage } from './translated-page.ts'

const { removeChild, insertBefore } = Node.prototype
keepTranslatedPage(document)
afterEach(cleanup)
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }))

/** Puts an element in the place of each text of a paragraph, as translators do. */
async function translate(): Promise<void> {
  for (const text of [...screen.getByRole('paragraph').childNodes].filter((each) => each instanceof Text)) {
    const font = document.createElement('font')
    font.textContent = `(${text.data})`
    text.replaceWith(font)
  }
  await new Promise((resolve) => setTimeout(resolve))
}

const words = () => screen.getByRole('paragraph').textContent

test('a translated text can be removed', async () => {
  const page = ({ more }: { more: boolean }) => (
    <p>
      {more && 'Asking the game'}
      <b>Refresh</b>
    </p>
  )
  const { rerender } = render(page({ more: true }))
  await translate()
  expect(words()).toBe('(Asking the game)Refresh')
  rerender(page({ more: false }))
  expect(words()).toBe('Refresh')
})

test('something can be inserted before a translated text', async () => {
  const page = ({ busy }: { busy: boolean }) => (
    <p>
      {busy && <b>Wait</b>}
      Refresh
    </p>
  )
  const { rerender } = render(page({ busy: false }))
  await translate()
  rerender(page({ busy: true }))
  expect(words()).toBe('Wait(Refresh)')
})

test('a text that changes shows its new words, for the translator to translate again', async () => {
  const page = ({ count }: { count: number }) => (
    <p>
      {count} players <b>found</b>
    </p>
  )
  const { rerender } = render(page({ count: 1 }))
  await translate()
  rerender(page({ count: 2 }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(words()).toBe('2( players )found')
})
