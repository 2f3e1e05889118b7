// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { BrawlerChip, BrawlerLabel, OwnBrawler } from './GamePictures.tsx'

afterEach(cleanup)

const shown = (art: boolean) =>
  renderPage(
    <>
      <p>
        <BrawlerChip id={16_000_000} name="SHELLY" />, <BrawlerChip id={16_000_010} name="EL PRIMO" />
      </p>
      <BrawlerLabel id={16_000_002} name="BULL" />
      <OwnBrawler id={16_000_015} name="PIPER" />
    </>,
    { '/api/site': { demo: false, art } },
  )
const pictures = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))

test('without the game’s pictures, brawlers side by side are written by name, and the own one has a drawing too', async () => {
  shown(false)
  const line = await screen.findByText(/El Primo/)
  expect(line.closest('p')?.textContent).toBe('Shelly, El Primo')
  expect(screen.getByText('Bull')).toBeTruthy()
  expect(screen.getByText('Piper').parentElement?.textContent).toContain('Piper (own)')
  expect(document.querySelectorAll('img')).toHaveLength(0)
  expect(document.querySelectorAll('svg')).toHaveLength(1)
})

test('with them, each brawler is a picture that says its name, and a label has both', async () => {
  shown(true)
  await screen.findByTitle('El Primo')
  expect(pictures()).toEqual([0, 10, 2, 15].map((brawler) => `/art/brawler/${16_000_000 + brawler}/72`))
  expect(screen.getByTitle('Shelly').textContent).toContain('Shelly')
  expect(screen.getByText('Bull')).toBeTruthy()
})
