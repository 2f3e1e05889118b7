import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Drawing } from './drawing.ts'
import { createRenderer, type Renderer } from './picture-cache.ts'

let renderer: Renderer
beforeEach(() => {
  renderer = createRenderer()
})
afterEach(() => renderer.close())

const icon = (pixels: number): Drawing => ({ of: 'icon', pixels, shape: 'plate' })
const widthOf = (png: Buffer) => png.readUInt32BE(16)

it('the renderer draws one picture after the other, in the order of the requests', async () => {
  const left: number[] = []
  const drawn = [20, 30, 40].map((pixels) =>
    renderer.render(icon(pixels)).then((png) => {
      left.push(renderer.waiting())
      return widthOf(png)
    }),
  )
  expect(renderer.waiting()).toBe(3)
  expect(await Promise.all(drawn)).toEqual([20, 30, 40])
  expect(left).toEqual([2, 1, 0])
})

it('the renderer goes on after a picture that cannot be drawn', async () => {
  const [fails, next] = [renderer.render(icon(0)), renderer.render(icon(24))]
  await expect(fails).rejects.toThrow()
  expect(widthOf(await next)).toBe(24)
  expect(widthOf(await renderer.render(icon(25)))).toBe(25)
})

it('the renderer loses no picture when one thread ends and the next starts', async () => {
  const sizes = Array.from({ length: 20 }, (_, index) => 10 + index)
  expect((await Promise.all(sizes.map((size) => renderer.render(icon(size))))).map(widthOf)).toEqual(sizes)
})

it('the renderer rejects the pictures that wait when the site stops', async () => {
  const pictures = [renderer.render(icon(20)), renderer.render(icon(21))].map((picture) => picture.catch(String))
  await renderer.close()
  expect(await Promise.all(pictures)).toEqual(['Error: The site is closing', 'Error: The site is closing'])
})
