// The yardstick of the speed goals: Fastify that does nothing. Prints its address.
import Fastify from 'fastify'

const fastify = Fastify()
fastify.get('/', async () => ({ hello: 'world' }))
console.log(await fastify.listen({ host: '127.0.0.1', port: 0 }))
