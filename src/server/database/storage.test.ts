import { expect, it } from 'vitest'
import { storeFault } from './storage.ts'

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code })

it.each([
  ['a server that is shut down', coded('57P01'), 'unavailable'],
  ['a server that starts', coded('57P03'), 'unavailable'],
  ['a connection that broke', coded('08006'), 'unavailable'],
  ['too many connections', coded('53300'), 'unavailable'],
  ['a statement that took too long', coded('57014'), 'unavailable'],
  ['an address where nothing listens', coded('ECONNREFUSED'), 'unavailable'],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 'unavailable'],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  [
    'a worker of a cluster that died',
    coded('XX000', 'failure on connection marked as essential: 127.0.0.1:54301'),
    'unavailable',
  ],
  ['another inner error of the server', coded('XX000', 'cache lookup failed'), null],
  ['a full disk', coded('53100'), 'full'],
  ['a standby', coded('25006'), 'full'],
  ['a value that is there already', coded('23505'), null],
  ['a statement that is wrong', coded('42601'), null],
  ['a file that is missing', coded('ENOENT'), null],
  ['an error of our code', new TypeError('x is not a function'), null],
  ['no error at all', 'Connection terminated', null],
])('the trouble of %s', (_what, error, fault) => {
  expect(storeFault(error)).toBe(fault)
})
