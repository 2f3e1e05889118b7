// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { BrawlerChip, BrawlerLabel } from './GamePictures.tsx'

afterEach(cleanup)

const shown = (art: boolean) =>
  renderPage(
    <>
      <p>
        <BrawlerChip id={16_000_000} name="SHELLY" own />, <BrawlerChip id={16_000_010} name="EL PRIMO" />
      </p>
      <BrawlerLabel id={16_000_002} name="BULL" />
    </>,
    { '/api/site': { demo: false, art } },
  )
const pictures = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))

test('without the game’s pictures, brawlers side by side are written by name, the own one marked', async () => {
  shown(false)
  const line = await screen.findByText(/El Primo/)
  expect(line.closest('p')?.textContent).toBe('Shelly (own), El Primo')
  expect(screen.getByText('Bull')).toBeTruthy()
  expect(document.querySelectorAll('img, svg')).toHaveLength(0)
})

test('with them, each brawler is a picture that says its name, and a label has both', async () => {
  shown(true)
  await screen.findByTitle('El Primo')
  expect(pictures()).toEqual(['/art/brawler/16000000/72', '/art/brawler/16000010/72', '/art/brawler/16000002/72'])
  expect(screen.getByTitle('Shelly').textContent).toContain('Shelly (own)')
  expect(screen.getByText('Bull')).toBeTruthy()
})
