// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'

afterEach(cleanup)

function shown(art: string | null) {
  const { container } = render(<Avatar art={art} seed="#2PYL" name="Deep Pod" className="size-18" />)
  return { picture: container.querySelector('img'), letters: container.textContent }
}

test('an avatar without a picture is the drawing, with the letters of the name', () => {
  expect(shown(null)).toEqual({ picture: null, letters: 'DP' })
})

test('an avatar with a picture fetches the size that fits, and has the drawing below until then', () => {
  const { picture, letters } = shown('/art/club/8000012')
  expect(letters).toBe('DP')
  expect(picture?.getAttribute('srcset')).toBe('/art/club/8000012/72 72w, /art/club/8000012/144 144w')
  expect(picture?.getAttribute('alt')).toBe('')
})
