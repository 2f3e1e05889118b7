import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { tagField, time } from './fields.ts'

export const searchTag = endpoint({
  method: 'POST',
  path: '/api/search',
  summary: 'Find a tag in the game and start tracking it',
  access: 'search',
  body: z.object({ tag: tagField }),
  response: z
    .object({
      type: z.enum(['club', 'player']),
      tag: z.string(),
      name: z.string(),
      ingested_at: time,
      searches_remaining: z.nullable(z.int()),
      search_limit: z.nullable(z.int()),
      search_history: z.array(z.string()),
    })
    .check(z.meta({ id: 'SearchResult' })),
})
