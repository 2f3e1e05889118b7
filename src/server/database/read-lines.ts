import { Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'

/** A few connections that short reads share: each takes many statements at once and answers them in their order. */
export type ReadLines = {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  /** Statements that are not answered yet. */
  underWay(): number
  /** Waits for what is under way. */
  close(): Promise<void>
}

export type ReadLinesOptions = { config: pg.ClientConfig; lines: number; prepare: string; onError(error: Error): void }

const LOOK_MS = 10

type Line = { client: pg.Client; socket: Socket; ready: Promise<unknown>; waiting: number; held: boolean }

/**
 * Lines are opened when they are needed and opened anew when they break. Most of what a small statement costs is the way
 * to the store and back; here all that is asked in one turn of the event loop goes in one packet. A statement that takes
 * long would hold up those behind it: it belongs on a connection of the pool.
 */
export function openReadLines({ config, lines, prepare, onError }: ReadLinesOptions): ReadLines {
  const open = new Set<Line>()

  function openLine(): Line {
    const socket = new Socket()
    const client = new pg.Client({ ...config, pipeline: true, stream: () => socket })
    const ready = client.connect().then(() => client.query(prepare))
    const line: Line = { client, socket, ready, waiting: 0, held: false }
    const forget = () => open.delete(line)
    client.on('error', (error) => {
      forget()
      onError(error)
    })
    client.on('end', forget)
    ready.catch(forget)
    open.add(line)
    return line
  }

  function leastBusy(): Line {
    let chosen: Line | null = null
    for (const line of open) if (chosen === null || line.waiting < chosen.waiting) chosen = line
    const full = open.size >= lines
    return chosen !== null && (full || chosen.waiting === 0) ? chosen : openLine()
  }

  const underWay = () => [...open].reduce((sum, { waiting }) => sum + waiting, 0)

  return {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const line = leastBusy()
      line.waiting += 1
      try {
        await line.ready
        hold(line)
        return await line.client.query<Row>(statement)
      } finally {
        line.waiting -= 1
      }
    },
    underWay,
    async close() {
      while (underWay() > 0) await pass(LOOK_MS)
      await Promise.all([...open].map(({ client }) => client.end()))
    },
  }
}

/** Keeps what is written until the end of this turn of the event loop. */
function hold(line: Line): void {
  if (line.held) return
  line.held = true
  line.socket.cork()
  setImmediate(() => {
    line.held = false
    line.socket.uncork()
  })
}
