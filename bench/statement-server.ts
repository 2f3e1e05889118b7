// A second yardstick: Fastify that answers each request by one prepared statement of 30 rows. Prints its address.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 8 })
const statement = {
  name: 'rows',
  text: 'select i as day, i * 37 as trophies, true as changed, i * 7 as change from generate_series(1, 30) i',
}
const fastify = Fastify()
fastify.get('/', async () => (await pool.query(statement)).rows)
console.log(await fastify.listen({ host: '127.0.0.1', port: 0 }))
