// The yardsticks of the speed goals: `node bench/yardstick-server.ts [database]`. Fastify that does nothing; with a
// database, Fastify that answers each request by one prepared statement of 30 rows. Prints its address.
import Fastify from 'fastify'
import pg from 'pg'

const STATEMENT = {
  name: 'rows',
  text: 'select i as day, i * 37 as trophies, true as changed, i * 7 as change from generate_series(1, 30) i',
}

const [, , database] = process.argv
const fastify = Fastify()
if (database === undefined) fastify.get('/', async () => ({ hello: 'world' }))
else {
  const pool = new pg.Pool({ connectionString: database, max: 8 })
  fastify.get('/', async () => (await pool.query(STATEMENT)).rows)
}
console.log(await fastify.listen({ host: '127.0.0.1', port: 0 }))
