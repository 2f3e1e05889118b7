import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Texts } from '#server/kernel/texts.ts'
import { FIRST_LANGUAGE, type Language, matchLanguage } from '#shared/languages.ts'
import type { Translator } from '#shared/texts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The texts that a refusal of the request is told in, by its Accept-Language. */
    texts: Translator
  }
}

/** Gives each request the texts of the offered language that its sender reads best. */
export function readLanguages(fastify: FastifyInstance, texts: Texts, offered: readonly Language[]): void {
  // Browsers send a handful of different headers.
  const known = new LRUCache<string, Language>({ max: 200 })
  const languageOf = (header: string): Language => {
    const language = known.get(header) ?? firstOf(acceptedTags(header), offered)
    known.set(header, language)
    return language
  }
  fastify.decorateRequest('texts', {
    getter(this: FastifyRequest) {
      return texts(languageOf((this.headers['accept-language'] ?? '').slice(0, HEADER_MAX)))
    },
  })
}

/** The first that is offered; English where none is. */
function firstOf(tags: readonly string[], offered: readonly Language[]): Language {
  for (const tag of tags) {
    const language = matchLanguage(tag, offered)
    if (language !== null) return language
  }
  return FIRST_LANGUAGE
}

/** Nobody reads more languages than fit. */
const HEADER_MAX = 200

/** The tags of an Accept-Language header, the most wanted first. */
function acceptedTags(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.split(';').map((each) => each.trim())
      return { tag, quality: Number(quality.replace(/^q=/i, '')) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}

/** Marks an answer as one that differs by language. */
export function varyByLanguage(reply: FastifyReply): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? 'Accept-Language' : `${String(others)}, Accept-Language`)
}
