import { Agent, type Dispatcher, request } from 'undici'
import { errorCode } from '#server/kernel/errors.ts'
import { keysOf } from '#shared/records.ts'

/** The folders of a mirror of the game's art, by what the pictures show. */
const FOLDERS = {
  player: 'profile-icons/regular',
  club: 'club-badges/regular',
  brawler: 'brawlers/borderless',
  map: 'maps/regular',
  mode: 'game-modes/regular',
} as const

export type ArtKind = keyof typeof FOLDERS
export const ART_KINDS = keysOf(FOLDERS)

/**
 * What the mirror gave. `refused`: something that is no picture we take. `failed`: no answer, which says nothing of the
 * picture.
 */
type MirrorAnswer =
  | { outcome: 'fetched'; type: 'png' | 'webp'; bytes: Buffer }
  | { outcome: 'missing' | 'refused' | 'failed' }

export type ArtMirror = { fetch(kind: ArtKind, id: number): Promise<MirrorAnswer>; close(): Promise<void> }

const LARGEST_PICTURE = 300 * 1024
const TIMEOUT_MS = 5_000

/** A mirror is a host that we do not know: it is asked for pictures, one size at most, and led to no other host. */
export function createArtMirror(base: string, timeoutMs = TIMEOUT_MS): ArtMirror {
  const agent = new Agent({ maxResponseSize: LARGEST_PICTURE, connect: { timeout: timeoutMs }, connections: 4 })
  return {
    async fetch(kind, id) {
      const signal = AbortSignal.timeout(timeoutMs)
      // The library heeds the signal only once a connection is open.
      const late = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      const url = `${base}/${FOLDERS[kind]}/${id}.png`
      const headers = { accept: 'image/png, image/webp', 'user-agent': 'Delphin (analytics for clubs)' }
      try {
        return await Promise.race([request(url, { dispatcher: agent, headers, signal }).then(readAnswer), late])
      } catch (error) {
        return { outcome: errorCode(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'refused' : 'failed' }
      }
    },
    close: () => agent.destroy(),
  }
}

/** Redirects are not followed: the library does so only when it is told to. */
async function readAnswer({ statusCode, body }: Dispatcher.ResponseData): Promise<MirrorAnswer> {
  if (statusCode !== 200) {
    await body.dump({ limit: 65_536 }).catch(() => {})
    if (statusCode === 404 || statusCode === 410) return { outcome: 'missing' }
    return { outcome: statusCode < 400 ? 'refused' : 'failed' }
  }
  const bytes = Buffer.from(await body.arrayBuffer())
  const type = pictureType(bytes)
  return type === null ? { outcome: 'refused' } : { outcome: 'fetched', type, bytes }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A PNG begins with its header: length, name, width and height. */
const PNG_HEADER = { name: 12, width: 16, height: 20, end: 24 }

/** A small file can unpack to a huge picture. No picture of the game is larger. */
const LARGEST_SIDE = 2048

/** What the bytes are, whatever the answer calls them: a PNG of a size that we draw, a WebP, or null for anything else. */
function pictureType(bytes: Buffer): 'png' | 'webp' | null {
  if (bytes.length < PNG_HEADER.end) return null
  if (bytes.subarray(0, PNG.length).equals(PNG)) {
    const sides = [bytes.readUInt32BE(PNG_HEADER.width), bytes.readUInt32BE(PNG_HEADER.height)]
    const isHeader = bytes.toString('latin1', PNG_HEADER.name, PNG_HEADER.width) === 'IHDR'
    return isHeader && sides.every((side) => side > 0 && side <= LARGEST_SIDE) ? 'png' : null
  }
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null
}
