import { expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { createChanges } from '../changes.ts'
import { createPictureDesk } from './picture-desk.ts'
import { createRenderer } from './renderer.ts'

/** A desk whose renderer fails for the first pictures, as where it has no binary for the machine. */
function openDesk(faults: number) {
  const renderer = createRenderer()
  const errors: unknown[] = []
  let left = faults
  const desk = createPictureDesk({
    clock: manualClock(),
    changes: createChanges(),
    headers: {},
    onError: (error) => errors.push(error),
    renderer: {
      ...renderer,
      render: (drawing) => (left-- > 0 ? Promise.reject(new Error('no binary')) : renderer.render(drawing)),
    },
  })
  return { desk, errors }
}

it('says that pictures cannot be drawn, notes why, and tries again for whoever asks next', async () => {
  const { desk, errors } = openDesk(2)
  const changing = { key: 'x', tags: [], freshSeconds: 60, drawing: async () => ({ of: 'site' }) as const }
  const refusal = { status: 503, code: 'pictures_unavailable', retryAfterSeconds: 60 }
  await expect(desk.lasting({ of: 'site' })).rejects.toMatchObject(refusal)
  await expect(desk.changing(changing)).rejects.toMatchObject(refusal)
  expect(errors.map(String)).toEqual(['Error: no binary', 'Error: no binary'])
  expect((await desk.lasting({ of: 'site' })).status).toBe(200)
  expect((await desk.changing(changing))?.status).toBe(200)
  await desk.close()
})
