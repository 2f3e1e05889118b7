import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openStore } from './open-store.ts'

const server = inject('postgresUrl')

it.skipIf(!server)('PostgreSQL needs to give us no more than a database of our own', async () => {
  const admin = new pg.Client({ connectionString: String(server) })
  await admin.connect()
  await admin.query("create role ordinary_user login password 'ordinary'")
  await admin.query('create database ordinary owner ordinary_user')
  const url = Object.assign(new URL(String(server)), {
    username: 'ordinary_user',
    password: 'ordinary',
    pathname: '/ordinary',
  })
  const store = await openStore({ databaseUrl: url.href, dataDirectory: '', connections: 2, onError: () => {} })
  const { rows } = await admin.query("select rolsuper, rolcreatedb from pg_roles where rolname = 'ordinary_user'")
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false }])
  expect(await store.db.selectFrom('users').selectAll().execute()).toEqual([])
  await store.close()
  await admin.query('drop database ordinary with (force)')
  await admin.query('drop role ordinary_user')
  await admin.end()
})
