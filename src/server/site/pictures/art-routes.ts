import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { artMirror } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { isStorageFull } from '#server/database/storage.ts'
import { MODE_WORDS, type ModeWords, numberOfMode } from '#server/game/payloads/catalogue.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import { ART_KINDS, type ArtKind, type ArtMirror, createArtMirror } from '#server/reach/art-mirror.ts'
import { createArtFiles } from './art-files.ts'
import { type ArtAnswer, createArtShelf } from './art-shelf.ts'
import { ART_SIZES, type ArtPixels } from './drawing.ts'
import type { Renderer } from './picture-cache.ts'

const FOLDER_BYTES = 200 * 1024 * 1024

type Needed = Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'memory' | 'storage'>

type Options = {
  renderer: Pick<Renderer, 'render'>
  mirror?: ArtMirror
  /** How much the files may take. */
  maxBytes?: number
}

/** Serves the game's own pictures from this site, so that visitors' browsers talk to no other host. */
export function registerArt(fastify: FastifyInstance, context: Needed, { renderer, ...options }: Options): void {
  const { clock, counters, log, config } = context
  const base = artMirror(config)
  if (base === null) return
  const mirror = options.mirror ?? createArtMirror(base)
  fastify.addHook('onClose', () => mirror.close())
  const onError = (error: unknown) => log.warn({ error }, 'art not kept')
  const files = createArtFiles({
    directory: join(config.DATA_DIR, 'art'),
    maxBytes: options.maxBytes ?? FOLDER_BYTES,
    clock,
    onError,
  })
  const isKnown = (kind: ArtKind, id: number) => hasToldOf(context, kind, id)
  const isFull = () => isStorageFull(context)
  const { ART_FETCHES_PER_10_MINUTES: fetchesForOne } = config
  const shelf = createArtShelf({ files, mirror, isKnown, renderer, clock, fetchesForOne, counters, onError, isFull })
  fastify.get<{ Params: Params }>('/art/:kind/:id/:pixels', async (request, reply) => {
    const { kind, id, pixels } = wantedOf(request.params, context.memory(MODE_WORDS))
    const answer = id === null ? 'missing' : await shelf.picture({ kind, id, pixels, network: networkOf(request.ip) })
    const { type, bytes } = typeof answer === 'string' ? NOTHING : answer
    return reply.headers({ 'content-type': type, ...(CACHE[cacheOf(answer)] ?? {}) }).send(bytes)
  })
}

/**
 * Whether the store has the brawler or the map. Modes are known by their words. An icon or badge would take a look at all
 * players or clubs: those are bounded by network alone.
 */
async function hasToldOf({ db }: Pick<Context, 'db'>, kind: ArtKind, id: number): Promise<boolean> {
  const exists = async (rows: Promise<object | undefined>) => (await rows) !== undefined
  if (kind === 'brawler') {
    return exists(db.selectFrom('brawlers').select('id').where('id', '=', id).executeTakeFirst())
  }
  if (kind !== 'map') return true
  return (
    (await exists(db.selectFrom('battle_maps').select('event_id').where('event_id', '=', id).executeTakeFirst())) ||
    exists(db.selectFrom('rotation_events').select('event_id').where('event_id', '=', id).limit(1).executeTakeFirst())
  )
}

/**
 * In place of a picture that is missing: a browser shows what is drawn below, and reports no error. Nobody keeps it
 * longer than the server does.
 */
const NOTHING = {
  type: 'image/svg+xml',
  bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
}

const CACHE = {
  there: { 'cache-control': 'public, max-age=2592000' },
  missing: { 'cache-control': 'public, max-age=3600' },
  later: null,
}

const cacheOf = (answer: ArtAnswer) => (typeof answer === 'string' ? answer : 'there')

type Params = { kind: string; id: string; pixels: string }
type Wanted = { kind: ArtKind; id: number | null; pixels: ArtPixels }

/** What the game calls its modes by number begins here. */
const MODES_FROM = 48_000_000

/** Throws 400 for an address of no picture. The id is null for a mode that the game has not listed. */
function wantedOf({ kind: word, id, pixels: size }: Params, words: ModeWords): Wanted {
  const kind = ART_KINDS.find((each) => each === word)
  const pixels = ART_SIZES.find((each) => String(each) === size)
  if (kind === undefined || pixels === undefined)
    throw new AppError('invalid', 'There is no such kind or size of picture')
  if (kind === 'mode') {
    const number = numberOfMode(id, words)
    return { kind, pixels, id: number === null ? null : MODES_FROM + number }
  }
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new AppError('invalid', 'A picture is named by its number')
  return { kind, pixels, id: Number(id) }
}
