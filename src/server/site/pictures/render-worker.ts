import { parentPort } from 'node:worker_threads'
import { readTexts } from '#server/kernel/texts.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { sayIn } from '#shared/texts.ts'
import { type Drawing, draw } from './drawing.ts'
import { openPicture } from './typeface.ts'

// Drawing takes about 30 ms. In the main thread it would delay every answer; here it delays only the next picture.
const texts = readTexts()

parentPort?.on('message', (drawing: Drawing) => {
  const language = 'language' in drawing ? drawing.language : FIRST_LANGUAGE
  const svg = sayIn(texts(language), () => draw(drawing))
  const picture = openPicture(svg).render()
  if (drawing.of === 'art' && isEmpty(picture.pixels)) throw new Error('The picture cannot be read')
  parentPort?.postMessage(picture.asPng())
})

const BYTES_OF_PIXEL = 4

/** True where all pixels are alike: of a picture that the renderer cannot read, nothing but the ground is left. */
function isEmpty(pixels: Buffer): boolean {
  return pixels.subarray(BYTES_OF_PIXEL).equals(pixels.subarray(0, -BYTES_OF_PIXEL))
}
