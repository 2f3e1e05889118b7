import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { type Drawing, draw } from './drawing.ts'
import { openRubik } from './typeface.ts'

// Drawing takes about 30 ms. In the main thread it would delay every answer; here it delays only the next picture.
const typeface = openRubik()

parentPort?.on('message', (drawing: Drawing) => {
  const png = new Resvg(draw(drawing, typeface), typeface.options).render().asPng()
  parentPort?.postMessage(png)
})
