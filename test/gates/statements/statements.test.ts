import { beforeAll, describe, expect, it } from 'vitest'
import { openTestStore } from '../../open-store.ts'
import { readDistribution } from '../distribution.ts'
import { storedTables } from '../stored-tables.ts'
import { recordStatements } from './record-statements.ts'
import { refusals } from './refusals.ts'
import { runFlows } from './representative-flows.ts'

/** Statements that ask every shard, and may: export and import, the daily clearing, a player's wish once in a lifetime. */
const FAN_OUTS = [
  /^declare moved no scroll cursor/,
  /^delete from "battle_log_coverage" where "covered_to" </,
  /^delete from "roster_events" where "kind" =/,
  /^update "?roster_events"? set "?player_tag"? =/,
  /^update battles set participants = array_remove/,
  /^select setval\(pg_get_serial_sequence\('roster_events'/,
]

/** Statements that Citus refuses, to be rewritten before history is distributed. docs/scale.md names them. */
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

  it('could be sent to a distributed store, but for those named', () => {
    const named = [...FAN_OUTS, ...REFUSED]
    const faults = [...faulty].filter(([text]) => !named.some((pattern) => pattern.test(text)))
    expect(sent).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })

  it('are named no longer than they are sent', () => {
    const gone = [...FAN_OUTS, ...REFUSED].filter((pattern) => ![...faulty.keys()].some((text) => pattern.test(text)))
    expect(gone).toEqual([])
  })

  it('ask every shard where they are named for that, and nothing worse', () => {
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
