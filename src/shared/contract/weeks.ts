import * as z from 'zod/mini'
import { LADDER_KINDS } from '../kinds.ts'
import { changed, version } from './desk.ts'
import { endpoint } from './endpoint.ts'
import { dateText, day, maybeNumber, maybeText, score, TagParams } from './fields.ts'

const WeekParams = z.extend(TagParams, {
  date: dateText('date must be a Monday like 2026-03-16').check(
    z.meta({ description: 'The Monday after the week', example: '2026-03-16' }),
  ),
})

const WeekMember = z
  .object({ player_tag: z.string(), player_name: z.string(), gain: z.int() })
  .check(z.meta({ id: 'WeekMember' }))

const named = z.object({ player_tag: z.string(), player_name: z.string() })

/** What both leaders and, where it is published, everybody may read of a week. */
const week = {
  club_tag: z.string(),
  club_name: z.string(),
  /** The Monday on which the week ended, in the club's time zone, and the day on which it began. */
  date: day,
  from: day,
  time_zone: z.string(),
  /** One sentence. */
  headline: z.string(),
  /** In trophies without resets; null where nobody looked. The growth is the sum of its three parts. */
  growth: maybeNumber,
  played: maybeNumber,
  joined: maybeNumber,
  left: maybeNumber,
  trophies: maybeNumber,
  members: z.int(),
  best: z.array(WeekMember),
  falls: z.array(WeekMember),
  /** Percent of the members known for the whole week who played; and that of up to four weeks before, the oldest first. */
  active_share: score,
  active_shares_before: z.array(score),
  /** Each player is in one of these lists at most. */
  joiners: z.array(named),
  leavers: z.array(named),
  came_and_left: z.array(named),
  left_and_back: z.array(named),
  promoted: z.array(z.extend(named, { role: maybeText })),
  anniversaries: z.array(z.extend(named, { days: z.int() })),
  personal_bests: z.array(z.extend(named, { trophies: z.int() })),
  /** The highest new tier from Gold on, a new best rating, levels of prestige and streaks, by profiles that were read. */
  reached: z.array(
    z.extend(named, {
      kind: z.enum(LADDER_KINDS),
      tier: maybeText,
      brawler: maybeText,
      figure: maybeNumber,
    }),
  ),
  /** Null while battles are not known. */
  battles: maybeNumber,
  /** Battles won against people, in percent; null while not known. */
  win_rate: score,
  /** Days of the week on which somebody looked at the club. */
  known_days: z.int(),
  published: z.boolean(),
}

const WeekReport = z
  .object({
    ...week,
    /** How many entries the queue had when the report was made; null for weeks that were made from history. */
    queue: z.nullable(z.object({ remove: z.int(), warn: z.int(), promote: z.int() })),
    /** For a message, in Markdown as Discord reads it. */
    text: z.string(),
    version,
  })
  .check(z.meta({ id: 'WeekReport' }))

export const listWeeks = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/weeks',
  summary: 'The weeks of which there is a report, or enough history for one, newest first',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z.object({
    weeks: z.array(z.object({ date: day, headline: maybeText, growth: maybeNumber, published: z.boolean() })),
    /** When the next report is made. */
    next: day,
  }),
})

export const getWeek = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/weeks/{date}',
  summary: 'The report of a week; one of an earlier week is made from history when it is first opened',
  access: 'desk',
  role: 'viewer',
  params: WeekParams,
  response: WeekReport,
})

export const publishWeek = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/weeks/{date}',
  summary: 'Publish the report of a week with names, or make it private again',
  access: 'desk',
  role: 'owner',
  params: WeekParams,
  body: z.object({ published: z.boolean(), version }),
  response: z.object({ published: z.boolean(), version, ...changed }),
})

export const getPublishedWeek = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/weeks/{date}',
  summary: 'The report of a week that the owner published',
  access: 'public',
  params: WeekParams,
  response: z.object(week).check(z.meta({ id: 'PublishedWeek' })),
})
