import * as z from 'zod/mini'
import { HIGHLIGHT_KINDS } from '../kinds.ts'
import { REGIONS } from '../regions.ts'
import { endpoint } from './endpoint.ts'
import { entityType, maybeNumber, score } from './fields.ts'

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/browse/dashboard',
  summary: 'Dashboard of the platform',
  access: 'public',
  response: z
    .object({
      platform_overview: z.object({
        total_clubs: z.int(),
        total_players: z.int(),
        analytics_coverage: maybeNumber,
        recent_activity: z.int(),
        platform_growth_7d: maybeNumber,
      }),
      trending_this_week: z.array(
        z.object({
          tag: z.string(),
          name: z.string(),
          type: entityType,
          /** The order is by the percentage, which of a club is of what its members won by play. */
          metrics: z.object({
            trophies: z.int(),
            trophy_growth_7d: z.number(),
            trophy_growth_7d_played: z.number(),
            trophy_growth_7d_percent: z.number(),
          }),
          reason: z.string(),
        }),
      ),
      regional_insights: z.array(
        z.object({
          region: z.enum(REGIONS),
          entity_count: z.int(),
          avg_activity_score: score,
          top_performers: z.array(z.object({ tag: z.string(), name: z.string(), type: entityType, score: z.number() })),
        }),
      ),
      analytics_highlights: z.array(
        z.object({
          entity_type: entityType,
          entity_tag: z.string(),
          entity_name: z.string(),
          title: z.string(),
          description: z.string(),
          metric: z.string(),
          kind: z.enum(HIGHLIGHT_KINDS),
          value: z.number().check(z.meta({ description: 'What `metric` writes: percent, a score, ghosts or days.' })),
          of: z.nullable(z.number()).check(
            z.meta({
              description: 'What `description` counts: trophies of the climber, members beside the fewest ghosts.',
            }),
          ),
        }),
      ),
      recent_activity: z.object({
        data_updates_24h: z.int(),
        new_clubs_7d: z.int(),
        new_players_7d: z.int(),
        analytics_generated_24h: z.int(),
      }),
    })
    .check(z.meta({ id: 'Dashboard' })),
})
