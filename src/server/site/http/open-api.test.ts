import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { callsOf, endpoints } from '#shared/contract/all.ts'
import { CSV_COLUMNS } from './csv-columns.ts'
import { docsHtml } from './docs-page.ts'
import { openApiDocument } from './open-api.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: object[]
  parameters: { name: string; in: string; example: unknown; schema: object; required: boolean }[]
  responses: Record<string, object>
}

const document = openApiDocument() as {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI document', () => {
  it('describes every call of the contract once', () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()
    const declared = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`).sort()
    expect(described).toEqual(declared)
    expect(document.tags.filter(({ description }) => description === undefined)).toEqual([])
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('knows each call that a file of the contract declares, and no name twice', async () => {
    const files = globSync('src/shared/contract/*.ts').map((path): Promise<object> => import(resolve(path)))
    const declared = callsOf(await Promise.all(files)).map(([name]) => name)
    expect(declared.sort()).toEqual([...endpoints.keys()].sort())
  })

  it.each(operations)('describes $method $path completely', ({ path, operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(document.tags.map((tag) => tag.name)).toContain(operation.tags[0])
    expect(Object.keys(operation.responses).some((status) => status.startsWith('4'))).toBe(true)
    expect(operation.responses).toHaveProperty('200')
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(operation.parameters.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
    for (const scheme of operation.security.flatMap(Object.keys)) {
      expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
  })

  it('names the columns of each table for spreadsheets, with their units', () => {
    const told = operations.flatMap(({ path, operation }) => {
      const { content } = operation.responses['200'] as {
        content?: Record<string, { schema: { description: unknown } }>
      }
      const csv = content?.['text/csv']
      return csv === undefined ? [] : [[path, csv.schema.description]]
    })
    expect(told).toHaveLength(Object.keys(CSV_COLUMNS).length)
    expect(told.filter(([, description]) => !/Columns: \w+ \(/.test(String(description)))).toEqual([])
  })

  it.each(operations)('has valid example values for $method $path', ({ operation }) => {
    const ajv = new Ajv2020({ strict: false }).addSchema(document, 'document')
    for (const { name, example, schema } of operation.parameters) {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
      expect([name, ajv.validate(JSON.parse(text), example)]).toEqual([name, true])
    }
  })

  it.each([
    ['/api/auth/password', 'put'],
    ['/api/auth/account', 'delete'],
  ])('says of %s that a wrong password is refused', (path, method) => {
    expect(document.paths[path]?.[method]?.responses).toHaveProperty('403')
  })

  it('defines exactly the parts that it refers to', () => {
    const text = JSON.stringify(document)
    const wanted = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map((match) => match[1]))
    const there = ['schemas', 'responses'].flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}).map((name) => `${kind}/${name}`),
    )
    expect(there.sort()).toEqual([...wanted].sort())
  })
})

describe('the documentation page', () => {
  const html = docsHtml()

  it('shows every call and schema, and every link has a target', () => {
    for (const { path, operation } of operations) {
      expect(html).toContain(`<details id="${operation.operationId}">`)
      expect(html).toContain(`<code>${path}</code>`)
    }
    const targets = [...html.matchAll(/href="#([\w-]+)"/g)].map((match) => match[1])
    expect(targets.length).toBeGreaterThan(20)
    for (const target of targets) expect(html).toContain(`id="${target}"`)
  })

  it('has no script and no inline style, as its content policy demands', () => {
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/)
  })
})

/** The fields that the product promises, by call. `.` enters an object, `[]` each item of a list, `{}` of a record. */
const PROMISED: Record<string, string> = {
  'GET /api/auth/profile': 'email search_count has_api_key created_at',
  'GET /api/auth/guest-status/{session_id}': 'session_id searches_remaining search_limit',
  'POST /api/auth/guest-session': 'session_id searches_remaining search_limit search_history[]',
  'POST /api/auth/login': 'token user.email user.search_count user.has_api_key user.created_at search_history[]',
  'POST /api/auth/register': 'search_history[]',
  'GET /api/browse/stats': 'total_clubs total_players analytics_coverage.clubs',
  'GET /api/browse/dashboard': `platform_overview.total_clubs platform_overview.total_players
    platform_overview.analytics_coverage platform_overview.recent_activity platform_overview.platform_growth_7d
    trending_this_week[].tag trending_this_week[].name trending_this_week[].type trending_this_week[].metrics
    regional_insights[].region regional_insights[].entity_count regional_insights[].avg_activity_score
    regional_insights[].top_performers[] analytics_highlights[].entity_type analytics_highlights[].entity_tag
    analytics_highlights[].entity_name analytics_highlights[].title analytics_highlights[].description
    analytics_highlights[].metric recent_activity.data_updates_24h recent_activity.new_clubs_7d
    recent_activity.new_players_7d recent_activity.analytics_generated_24h`,
  'GET /api/browse/entities': `clubs[].club_tag clubs[].club_name clubs[].member_count clubs[].popularity_score
    players[].player_tag players[].player_name players[].trophies players[].popularity_score players[].club_name
    total_entities`,
  'GET /api/browse/club/{tag}': `name tag description memberCount members[].name members[].tag members[].trophies
    members[].role trophies requiredTrophies type`,
  'GET /api/browse/club/{tag}/analytics': `analytics_available club_health_metrics.activity_score
    club_health_metrics.trophy_growth_7d member_performance_summary.active_members
    member_performance_summary.ghost_members member_performance_summary.top_performer.name
    member_performance_summary.top_performer.score`,
  'GET /api/browse/player/{tag}': `name tag trophies highestTrophies expLevel 3vs3Victories soloVictories duoVictories
    club.tag club.name brawlers[].name brawlers[].power brawlers[].rank brawlers[].trophies brawlers[].highestTrophies`,
  'GET /api/browse/player/{tag}/analytics': `analytics_available performance_score activity_analysis.activity_score
    activity_analysis.active_days_30d activity_analysis.avg_daily_change activity_analysis.consistency_rating
    trophy_progression.trophy_change_30d club_contribution.club_name club_contribution.club_tag
    club_contribution.contribution_score club_contribution.rank_in_club achievement_milestones[].milestone
    achievement_milestones[].trophy_count achievement_milestones[].achieved_date`,
  'GET /api/analytics/club/{tag}/member-scores': `member_scores[].player_tag member_scores[].player_name
    member_scores[].overall_score member_scores[].trophy_contribution member_scores[].activity_consistency
    member_scores[].improvement_trend member_scores[].activity_score member_scores[].total_records`,
  'GET /api/analytics/club/{tag}/activity-heatmap': `member_activity{}.player_tag member_activity{}.player_name
    member_activity{}.active_days member_activity{}.total_trophy_changes
    member_activity{}.activity_days{}.trophy_changes`,
  'GET /api/analytics/player/{tag}/trophy-progression': `progression_data[].trophies
    progression_data[].trophies_changed progression_data[].trophy_change summary.starting_trophies summary.total_gain
    summary.peak_trophies summary.active_days summary.biggest_gain summary.biggest_loss`,
  'GET /api/brawler/all': 'brawlers[].brawler_id brawlers[].name',
  'GET /api/rankings/leaderboards': `leaderboard[].rank_position leaderboard[].entity_name leaderboard[].entity_tag
    leaderboard[].trophies leaderboard[].last_updated`,
}

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  anyOf?: Schema[]
}
type Answer = { responses: Record<string, { content: { 'application/json': { schema: Schema } } }> }

const promisedDocument = openApiDocument() as {
  paths: Record<string, Record<string, Answer>>
  components: { schemas: Record<string, Schema> }
}

/** The schemas that a schema stands for: the one it refers to, and each of its alternatives. */
function resolved(schema: Schema): Schema[] {
  const found = schema.$ref ? promisedDocument.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  return found === undefined ? [] : [found, ...(found.anyOf ?? []).flatMap(resolved)]
}

function has(schema: Schema, steps: string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  return resolved(schema).some(({ properties, items, additionalProperties }) => {
    const next = step === '[]' ? items : step === '{}' ? additionalProperties : properties?.[step]
    return next !== undefined && has(next, rest)
  })
}

it.each(Object.entries(PROMISED))('%s answers every promised field by its promised name', (call, promised) => {
  const [method = '', path = ''] = call.split(' ')
  const schema =
    promisedDocument.paths[path]?.[method.toLowerCase()]?.responses[200]?.content['application/json'].schema
  const stepsOf = (field: string) => field.replaceAll(/\[\]|\{\}/g, '.$&').split('.')
  const missing = promised.split(/\s+/).filter((field) => schema === undefined || !has(schema, stepsOf(field)))
  expect(missing).toEqual([])
  expect(schema !== undefined && has(schema, ['no_such_field'])).toBe(false)
})
