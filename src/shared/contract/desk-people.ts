import * as z from 'zod/mini'
import { APPLICANTS_MAX, PASTED_TEXT_MAX } from '../desk.ts'
import { Reason } from './desk-reasons.ts'
import { Mark, page } from './desk-records.ts'
import { endpoint } from './endpoint.ts'
import { says } from './field-sentences.ts'
import { clubRole, longText, maybeNumber, maybeText, score, TagParams, time } from './fields.ts'
import { Standing } from './ranked.ts'

export const listFormer = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/former',
  summary: 'Former members: tenure, when and why they left, and their marks',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  /** `before`: the `next_before` of the page before. */
  query: z.object({ ...page }),
  response: z.object({
    former: z.array(
      z
        .object({
          player_tag: z.string(),
          player_name: z.string(),
          role: clubRole,
          trophies: z.int(),
          left_at: time,
          /** Days in the club; `at_least`: joined before tracking began. */
          tenure_days: z.int(),
          tenure_at_least: z.boolean(),
          /** `removed`: a leader noted so. Else only the leave is known. */
          why: z.enum(['removed', 'left']),
          marks: z.array(Mark),
        })
        .check(z.meta({ id: 'FormerMember' })),
    ),
    next_before: maybeNumber,
  }),
})

const Applicant = z
  .object({
    player_tag: z.string(),
    /** `first_seen`: nobody tracked the player until now. `unanswered`: the game could not be asked. */
    state: z.enum(['known', 'first_seen', 'hidden', 'not_found', 'unanswered']),
    player_name: maybeText,
    trophies: maybeNumber,
    activity_score: score,
    consistency: score,
    /** Known days of the last 30, and all days since the first look. */
    known_days_30d: z.int(),
    days_known: z.int(),
    past_clubs: z.array(
      z.object({ tag: z.string(), name: z.string(), days: z.int(), at_least: z.boolean(), now: z.boolean() }),
    ),
    /** By battle logs; where they tell too little, estimated from trophy changes. Null with fewer than 3 known days. */
    battles_a_day: maybeNumber,
    battles_estimated: z.boolean(),
    /** How much of the own play lies in the club's usual hours, 0 to 100; null where not known. */
    hours_in_common: score,
    marks: z.array(Mark),
    /** As a profile told it last; null where none did. */
    ranked: z.nullable(Standing),
    prestige: maybeNumber,
    /** Null where the club has no bar. A tier or prestige that is not known is not below one. */
    meets_bar: z.nullable(z.boolean()),
    /** What is missing to each bar, in words, and what that is made of. */
    missing: z.array(z.string()),
    missing_facts: z.array(Reason),
    /** 0 to 100; null where too little is known. */
    fit: score,
    /** Each figure in words, with what it adds to the fit: "active on 24 of 30 days". */
    reasons: z.array(z.object({ text: z.string(), fact: Reason, points: maybeNumber, of: maybeNumber })),
  })
  .check(z.meta({ id: 'Applicant' }))

export const checkApplicants = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/applicants',
  summary: 'What is known of up to 30 players whose tags stand in a pasted text, the best fit first',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  body: z.object({ text: longText(says('error.text'), { min: 1, max: PASTED_TEXT_MAX }) }),
  response: z.object({
    applicants: z.array(Applicant).check(z.maxLength(APPLICANTS_MAX)),
    /** Players of the text who are in the club already; they are no applicants. */
    already_members: z.array(z.object({ player_tag: z.string(), player_name: z.string() })),
    /** Tags in the text beyond the first 30. */
    left_out: z.int(),
    /** Words that look like tags and are none, with what is wrong with each; 30 at most. */
    mistyped: z.array(z.object({ text: z.string(), why: z.string() })).check(z.maxLength(APPLICANTS_MAX)),
    entry_trophies: maybeNumber,
  }),
})
