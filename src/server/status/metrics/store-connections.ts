import { Gauge, type Registry } from 'prom-client'

/** The pool of connections to the store, as pg counts it. */
export type StorePool = { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }

export type StoreLines = { underWay(): number }

/** How many connections there are, how many work, and who waits for one. */
export function storeConnections(registry: Registry, pool: StorePool): void {
  const registers = [registry]
  const connections: Gauge = new Gauge({
    name: 'delphin_store_connections',
    help: 'Open connections to the store',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
    },
  })
  const max: Gauge = new Gauge({
    name: 'delphin_store_connections_max',
    help: 'Connections to the store that may be open',
    registers,
    collect: () => max.set(pool.options.max),
  })
  const waiting: Gauge = new Gauge({
    name: 'delphin_store_waiting',
    help: 'Statements and transactions waiting for a connection',
    registers,
    collect: () => waiting.set(pool.waitingCount),
  })
}

/** How much is asked over the lines for short reads, which are no connections of the pool. */
export function storeReads(registry: Registry, lines: StoreLines): void {
  const reads: Gauge = new Gauge({
    name: 'delphin_store_reads',
    help: 'Short reads that are not answered yet',
    registers: [registry],
    collect: () => reads.set(lines.underWay()),
  })
}
