import { findPostgres } from './find-program.mjs'
import { systemPackage } from './system-package.mjs'

/** Makes sure of PostgreSQL's server programs; tests start a server of their own from them. */
export function postgres() {
  return systemPackage({
    what: 'the PostgreSQL server',
    find: findPostgres,
    names: ['postgresql'],
    otherwise: 'install PostgreSQL 15 or newer (its programs initdb and postgres; no running server is needed)',
    leftOut: 'the tests on PostgreSQL are skipped',
  })
}
