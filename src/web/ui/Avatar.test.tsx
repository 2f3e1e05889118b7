// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'

afterEach(cleanup)

const ART = 'https://art.example/club-badges/regular/8000012.png'

function shown(art: string | null) {
  const { container } = render(<Avatar art={art} seed="#2PYL" name="Deep Pod" className="size-18" />)
  return { container, picture: () => container.querySelector('img') }
}

test('an avatar without a picture is the drawing, with the letters of the name', () => {
  const { container, picture } = shown(null)
  expect([picture(), container.textContent]).toEqual([null, 'DP'])
})

test('an avatar shows its picture over the drawing, and the drawing alone when the picture cannot be loaded', () => {
  const { container, picture } = shown(ART)
  expect(picture()?.getAttribute('src')).toBe(ART)
  expect(picture()?.getAttribute('alt')).toBe('')
  fireEvent.error(picture() as Element)
  expect([picture(), container.textContent]).toEqual([null, 'DP'])
})
