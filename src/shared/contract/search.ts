import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { entityType, maybeText, TagParams, tagField, time } from './fields.ts'

export const searchTag = endpoint({
  method: 'POST',
  path: '/api/search',
  summary: 'Find a tag in the game and start tracking it',
  access: 'search',
  refuses: ['not_found'],
  body: z.object({ tag: tagField }),
  response: z
    .object({
      type: entityType,
      tag: z.string(),
      name: z.string(),
      ingested_at: time,
      searches_remaining: z.nullable(z.int()),
      search_limit: z.nullable(z.int()),
      search_history: z.array(z.string()),
    })
    .check(z.meta({ id: 'SearchResult' })),
})

const Look = z.object({
  observed_at: time,
  trophies: z.int().check(z.meta({ description: 'Of a club all members together' })),
})

const OUTCOME = 'too_early: the game was asked moments ago; failed: the game gave no answer, and `trouble` says why'

const MESSAGE = '`trouble` in the language that Accept-Language prefers, where that is another one of the site'

const Refreshed = z
  .object({
    type: entityType,
    tag: z.string(),
    outcome: z.enum(['changed', 'unchanged', 'too_early', 'failed']).check(z.meta({ description: OUTCOME })),
    before: Look.check(z.meta({ description: 'What was stored when the call came' })),
    after: Look.check(z.meta({ description: 'What is stored now' })),
    next_possible_at: time.check(z.meta({ description: 'From then on the game may be asked again' })),
    trouble: maybeText.check(z.meta({ description: 'A sentence for a person; null unless the outcome is failed' })),
    message: z.optional(z.string().check(z.meta({ description: MESSAGE }))),
  })
  .check(z.meta({ id: 'Refreshed' }))

export const refreshClub = endpoint({
  method: 'POST',
  path: '/api/browse/club/{tag}/refresh',
  summary: 'Ask the game for a stored club now, unless it was asked moments ago',
  access: 'visitor',
  params: TagParams,
  response: Refreshed,
})

export const refreshPlayer = endpoint({
  method: 'POST',
  path: '/api/browse/player/{tag}/refresh',
  summary: 'Ask the game for a stored player now, unless it was asked moments ago',
  access: 'visitor',
  params: TagParams,
  response: Refreshed,
})
