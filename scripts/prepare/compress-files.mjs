import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|svg)$/

/** Smaller files fit into one packet anyway. */
const FROM_BYTES = 1000

/** Lays the best brotli and gzip of each text file beside it, so that the server only sends them. */
export async function compressFiles(folder) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const compress = async (name) => {
    const file = join(folder, name)
    const content = readFileSync(file)
    if (content.length < FROM_BYTES) return
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, brotli))
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
  }
  await Promise.all(
    readdirSync(folder)
      .filter((name) => TEXT.test(name))
      .map(compress),
  )
}
