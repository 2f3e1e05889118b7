import type { Database } from './connection.ts'
import { connect } from './connection.ts'
import { openEmbeddedStore } from './embedded-store.ts'
import { migrate } from './migrate.ts'

export type Store = { db: Database; applied: string[]; close(): Promise<void> }

export type StoreOptions = {
  databaseUrl: string | null
  dataDirectory: string
  connections: number
  onError(error: Error): void
  /** The newest migration to apply, for data of an older version; all of them when left out. */
  schema?: string
}

/** Opens the store, PostgreSQL where a URL is given and the embedded one otherwise, at the newest schema unless told otherwise. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const embedded = options.databaseUrl === null ? await openEmbeddedStore(options.dataDirectory) : null
  const url = options.databaseUrl ?? embedded?.url ?? ''
  // PGlite is one session behind its socket: statements of two connections would share unnamed portals. One
  // connection costs nothing, since it runs one statement at a time in any case.
  const connections = embedded === null ? options.connections : 1
  const connection = connect({ url, connections, onError: options.onError })
  const close = async () => {
    await connection.close()
    await embedded?.close()
  }
  try {
    return { db: connection.db, applied: await migrate(connection.pool, { upTo: options.schema }), close }
  } catch (error) {
    await close()
    throw error
  }
}
