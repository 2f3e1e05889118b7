// The yardsticks of the speed goals: `node bench/yardstick-server.ts [database]`. Fastify that does nothing but send as many
// bytes as the query `?bytes=` says; with a
// database, Fastify that answers each request by one prepared statement of 30 rows. Prints its address.
import Fastify from 'fastify'
import pg from 'pg'
import { HELLO_BYTES } from './load.ts'

const STATEMENT = {
  name: 'rows',
  text: 'select i as day, i * 37 as trophies, true as changed, i * 7 as change from generate_series(1, 30) i',
}

const [, , database] = process.argv
const fastify = Fastify()
if (database === undefined) {
  const bodies = new Map(HELLO_BYTES.map((bytes) => [String(bytes), Buffer.alloc(bytes, 'x')]))
  fastify.get<{ Querystring: { bytes: string } }>('/', async ({ query }) => bodies.get(query.bytes))
} else {
  const pool = new pg.Pool({ connectionString: database, max: 8 })
  fastify.get('/', async () => (await pool.query(STATEMENT)).rows)
}
console.log(await fastify.listen({ host: '127.0.0.1', port: 0 }))
