import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send a handful of spellings; whoever invents more of them only makes us read them again. */
const remembered = new LRUCache<string, Encoding>({ max: 200 })

/** The smallest encoding that the client takes, by its Accept-Encoding header. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header.length > 200) return 'identity'
  const known = remembered.get(header)
  if (known !== undefined) return known
  const chosen = read(header)
  remembered.set(header, chosen)
  return chosen
}

function read(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return [name, Number.isNaN(weight) ? 0 : weight]
}
