import { beforeAll, describe, expect, it } from 'vitest'
import { openTestStore } from '../../open-store.ts'
import { readDistribution, storedTables } from '../distribution.ts'
import { refusals } from './refusals.ts'
import { recordStatements, runFlows } from './representative-flows.ts'

/** Statements that may read every shard: export and import, the daily clearing, a player's request to be hidden. */
const FAN_OUTS = [
  /^declare archived no scroll cursor/,
  /^delete from "battle_log_coverage" where "covered_to" </,
  /^delete from "roster_events" where "kind" =/,
  /^update "?roster_events"? set "?player_tag"? =/,
  /^update battles set participants = array_remove/,
  /^select setval\(pg_get_serial_sequence\('roster_events'/,
]

/** Statements that Citus refuses. They must be rewritten before history is distributed; docs/scale.md names them. */
const REFUSED = [/from player_months m where m\.player_tag = p\.tag/]

describe('the statements of the product', () => {
  const faulty = new Map<string, string[]>()
  let sent = 0
  beforeAll(async () => {
    const columns = new Map((await storedTables()).map((table) => [table.table, table.columns]))
    const schema = { ...readDistribution(), columns }
    for (const text of await statementsOfTheProduct()) {
      const faults = await refusals(text, schema)
      if (faults.length > 0) faulty.set(text.replaceAll(/\s+/g, ' ').trim(), faults)
      sent += 1
    }
  }, 60_000)

  it('can be sent to a distributed store, except for the listed ones', () => {
    const named = [...FAN_OUTS, ...REFUSED]
    const faults = [...faulty].filter(([text]) => !named.some((pattern) => pattern.test(text)))
    expect(sent).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })

  it('are in the list only while the product sends them', () => {
    const gone = [...FAN_OUTS, ...REFUSED].filter((pattern) => ![...faulty.keys()].some((text) => pattern.test(text)))
    expect(gone).toEqual([])
  })

  it('have no other fault than reading every shard when they are listed for that', () => {
    const named = [...faulty].filter(([text]) => FAN_OUTS.some((pattern) => pattern.test(text)))
    expect(named.flatMap(([, faults]) => faults).filter((fault) => !fault.startsWith('asks every shard of'))).toEqual(
      [],
    )
  })
})

async function statementsOfTheProduct(): Promise<string[]> {
  const store = await openTestStore('embedded')
  const recorder = recordStatements()
  try {
    await runFlows(store)
    return recorder.statements()
  } finally {
    recorder.stop()
    await store.close()
  }
}

const schema = {
  cuts: new Map([
    ['player_months', { column: 'player_tag', family: 'player_months' }],
    ['player_resets', { column: 'player_tag', family: 'player_months' }],
    ['club_months', { column: 'club_tag', family: 'club_months' }],
  ]),
  local: new Set(['players']),
  columns: new Map([
    ['players', ['tag', 'name', 'club_tag']],
    ['player_months', ['player_tag', 'month', 'trophies']],
    ['player_resets', ['player_tag', 'day', 'trophies']],
    ['club_months', ['club_tag', 'month', 'trophies']],
  ]),
}

const months = 'select player_tag, trophies from player_months'

describe('the gate on statements', () => {
  it.each([
    ['one tag', `${months} where player_tag = $1`],
    ['several tags', `${months} where player_tag = any($1) and month >= $2`],
    [
      'a join by the tag',
      'select 1 from player_months m join player_resets r on r.player_tag = m.player_tag where m.player_tag = $1',
    ],
    ['a subquery that stands alone', `select name from players left join (${months} where player_tag = $1) m on true`],
    [
      'rows with tags',
      'update player_months m set month = r.month from (select $1::text as tag, $2::date as month) r where m.player_tag = r.tag',
    ],
    [
      'an upsert',
      'insert into player_months as s (player_tag, month) select tag, $2 from unnest($1::text[]) tag on conflict (player_tag, month) do update set trophies[3] = excluded.trophies[3]',
    ],
    ['local tables', 'update players set name = $1, club_tag = now()::text'],
    ['a lock of one tag', `${months} where player_tag = $1 for update`],
    ['a lock of what is local', 'select 1 from players p join player_months m on m.player_tag = $1 for update of p'],
  ])('lets %s through', async (_what, text) => {
    expect(await refusals(text, schema)).toEqual([])
  })

  it.each([
    [
      'select 1 from player_months p join club_months c on c.month = p.month where p.player_tag = $1 and c.club_tag = $2',
      'joins club_months with player_months',
    ],
    ['with recursive r as (select 1) select 1 from player_months where player_tag = $1', 'is recursive'],
    [`${months} where player_tag = $1 group by grouping sets ((player_tag), (trophies))`, 'has grouping sets'],
    [
      'select (select count(*) from player_months m where m.player_tag = p.tag) from players p',
      'asks player_months for each row of something that is not distributed',
    ],
    [`${months} where player_tag = any($1) for update`, 'locks rows of player_months of several tags'],
    [
      `with m as (${months} where player_tag = $1) update players set name = '' from m where tag = m.player_tag`,
      'changes players, which is local, by what is distributed',
    ],
    ['update player_months set player_tag = $1 where player_tag = $2', 'changes the tag of player_months'],
    ['update player_months set month = now() where player_tag = $2', 'changes player_months by the time of day'],
    [
      'insert into player_months values ($1) on conflict (player_tag) do update set month = current_date',
      'changes player_months by the time of day',
    ],
    [`${months} where month = $1`, 'asks every shard of player_months'],
    ['delete from player_resets where day < $1', 'asks every shard of player_resets'],
    [`declare c cursor for ${months} order by 1`, 'asks every shard of player_months'],
  ])('%s', async (text, fault) => {
    expect(await refusals(text, schema)).toContain(fault)
  })
})
