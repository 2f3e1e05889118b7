import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/kernel/clock.ts'
import { createCoalescedCalls } from '#server/kernel/coalesced-calls.ts'
import type { Counters } from '#server/kernel/counters.ts'
import { AppError } from '#server/kernel/errors.ts'
import { createConcurrencyLimit, createRateLimit } from '#server/kernel/limits.ts'
import type { ArtKind, ArtMirror } from '#server/reach/art-mirror.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import type { ArtFiles } from './art-files.ts'
import { ART_SIZES, type ArtPixels, artAsSvg } from './drawing.ts'
import type { Renderer } from './picture-cache.ts'

type ArtPicture = { type: 'image/png' | 'image/svg+xml'; bytes: Buffer }

/** `missing`: the mirror has it not, for an hour. `later`: it could not be asked just now. */
export type ArtAnswer = ArtPicture | 'missing' | 'later'

type Asked = { kind: ArtKind; id: number; pixels: ArtPixels; network: string }

export type ArtShelf = { picture(asked: Asked): Promise<ArtAnswer> }

export type ArtShelfOptions = {
  files: ArtFiles
  mirror: ArtMirror
  /** Whether the game has told of what the picture shows. What nobody told of is not fetched. */
  isKnown: (kind: ArtKind, id: number) => Promise<boolean>
  renderer: Pick<Renderer, 'render'>
  clock: Clock
  /** Fetches of one kind for one network in ten minutes. As many as a new site needs for all brawlers are enough. */
  fetchesForOne: number
  counters: Counters
  onError: (error: unknown) => void
  /** True while nothing may be written. */
  isFull: () => boolean
}

const FETCHED_AT_ONCE = 4
/** A page shows some dozens of pictures that are new. */
const WAITING_MAX = 120

/** Fetches of one kind in ten minutes. */
const FETCHES_MAX = 1_200
const FETCHES_WITHIN_MS = 10 * MINUTE_MS

/** Pictures that cannot be had, and how long nobody asks for them again. */
const MISSING_MAX = 20_000
const MISSING_MS = HOUR_MS
const FAILED_MS = 5 * MINUTE_MS

/** Fetches in a row without an answer after which the mirror is left alone for a minute. */
const FAILURES_MAX = 3

const MEMORY_BYTES = 8 * 1024 * 1024

/** The game's art as this site keeps it: from memory, from the files, else from the mirror, shrunk to the sizes of pages. */
export function createArtShelf(options: ArtShelfOptions): ArtShelf {
  const { files } = options
  const memory = new LRUCache<string, ArtPicture>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 100,
  })
  const runs = createCoalescedCalls<'there' | 'missing' | 'later'>()
  const fetchNew = createFetching(options, (name, picture) => memory.set(name, picture))

  /** The picture in memory or in a file, of this size or, where it cannot be shrunk, of its own. */
  async function stored(kind: ArtKind, id: number, pixels: ArtPixels): Promise<ArtPicture | null> {
    for (const [name, type] of namesOf(kind, id, pixels)) {
      const bytes = memory.get(name)?.bytes ?? (await files.read(name))
      if (bytes === null) continue
      const picture = { type, bytes }
      memory.set(name, picture)
      return picture
    }
    return null
  }

  return {
    async picture({ kind, id, pixels, network }) {
      const kept = await stored(kind, id, pixels)
      if (kept !== null) return kept
      const outcome = await runs.join(`${kind} ${id}`, () => fetchNew(kind, id, network))
      if (outcome !== 'there') return outcome
      return (await stored(kind, id, pixels)) ?? 'later'
    },
  }

  /** Under which names the picture may be kept, and as what. */
  function namesOf(kind: ArtKind, id: number, pixels: ArtPixels) {
    return [
      [pngName(kind, id, pixels), 'image/png'],
      [svgName(kind, id), 'image/svg+xml'],
    ] as const
  }
}

const pngName = (kind: ArtKind, id: number, pixels: ArtPixels) => `${kind}-${id}-${pixels}.png`
const svgName = (kind: ArtKind, id: number) => `${kind}-${id}.svg`

/** Fetches a picture and keeps it in the sizes of pages, within all limits. Never fails. */
function createFetching(options: ArtShelfOptions, remember: (name: string, picture: ArtPicture) => void) {
  const { files, mirror, isKnown, renderer, clock, fetchesForOne, counters, onError, isFull } = options
  const limit = createConcurrencyLimit(FETCHED_AT_ONCE, { waiting: WAITING_MAX })
  const rate = createRateLimit({ clock, limit: FETCHES_MAX, windowMs: FETCHES_WITHIN_MS })
  const rateForOne = createRateLimit({ clock, limit: fetchesForOne, windowMs: FETCHES_WITHIN_MS })
  const absent = new LRUCache<string, { until: number; answer: 'missing' | 'later' }>({ max: MISSING_MAX })
  let [failures, restUntil] = [0, 0]

  async function keep(name: string, picture: ArtPicture): Promise<void> {
    remember(name, picture)
    if (!isFull()) await files.write(name, picture.bytes).catch(onError)
  }

  /** Shrinks and keeps it. What shows nothing but its ground is broken: the renderer leaves out what it cannot read. */
  async function take(kind: ArtKind, id: number, { type, bytes }: { type: 'png' | 'webp'; bytes: Buffer }) {
    if (type === 'webp') {
      return keep(svgName(kind, id), { type: 'image/svg+xml', bytes: Buffer.from(artAsSvg(kind, bytes, type, 144)) })
    }
    const drawn = ART_SIZES.map((pixels) => renderer.render({ of: 'art', kind, bytes, pixels }))
    const shrunk = await Promise.all(drawn)
    await Promise.all(
      shrunk.map((png, place) => keep(pngName(kind, id, ART_SIZES[place] ?? 72), { type: 'image/png', bytes: png })),
    )
  }

  async function fetchOne(kind: ArtKind, id: number): Promise<'there' | 'missing' | 'later'> {
    if (clock.monotonic() < restUntil || rate.take(kind) > 0) return 'later'
    const answer = await mirror.fetch(kind, id)
    let { outcome } = answer
    failures = outcome === 'failed' ? failures + 1 : 0
    if (failures >= FAILURES_MAX) restUntil = clock.monotonic() + MINUTE_MS
    if (answer.outcome === 'fetched') {
      await take(kind, id, answer).catch((error: unknown) => {
        onError(error)
        outcome = 'refused'
      })
    }
    counters.add('art', outcome)
    if (outcome === 'fetched') return 'there'
    const hasFailed = outcome === 'failed'
    const until = clock.monotonic() + (hasFailed ? FAILED_MS : MISSING_MS)
    absent.set(`${kind} ${id}`, { until, answer: hasFailed ? 'later' : 'missing' })
    return hasFailed ? 'later' : 'missing'
  }

  return async (kind: ArtKind, id: number, network: string) => {
    const known = absent.get(`${kind} ${id}`)
    if (known !== undefined && clock.monotonic() < known.until) return known.answer
    if (clock.monotonic() < restUntil || rateForOne.take(`${network} ${kind}`) > 0) return 'later'
    return limit
      .run(async () => ((await isKnown(kind, id)) ? fetchOne(kind, id) : 'missing'))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) onError(error)
        return 'later' as const
      })
  }
}
