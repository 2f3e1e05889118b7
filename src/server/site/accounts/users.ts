import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { playerChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import { channelOf } from '#server/reach/mail.ts'
import { RESETS, voidLinks } from '#server/reach/mail-links.ts'
import type { changePassword, register, User as UserSchema, updateApiKey } from '#shared/contract/accounts.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { KeyStatus } from '#shared/kinds.ts'
import { FIRST_LANGUAGE, type Language } from '#shared/languages.ts'
import { said, sayIn, type Translator, t } from '#shared/texts.ts'
import { loginRequired, type SignedInUser } from '../http/serve.ts'
import { admitShared } from '../http/shared-rate-limit.ts'
import { askToConfirm, tellOfNewPassword } from './account-mail.ts'
import { hashPassword, verifyPassword } from './hashed-secrets.ts'
import { accountKey, admitLogin, forgetTries, networkLimits, rememberNetwork } from './login-guard.ts'
import { storeKey, tryKey } from './personal-key.ts'

type UserProfile = z.output<typeof UserSchema>

type Account = {
  id: number
  user: UserProfile
  language: Language
  ownHistory: string[]
  passwordHash: string
}

/** The account of a signed-in user. Throws `unauthorized` when it was deleted in the meantime. */
export async function getAccount({ db }: Pick<Context, 'db'>, userId: number): Promise<Account> {
  const row = await db
    .selectFrom('users')
    .leftJoin('api_keys', 'api_keys.user_id', 'users.id')
    .select(['users.id', 'email', 'email_confirmed_at', 'username', 'password_hash', 'search_count', 'search_history'])
    .select(['created_at', 'language', 'api_keys.status as key_status'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw loginRequired()
  const status = row.key_status
  const user: UserProfile = {
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    username: row.username,
    search_count: row.search_count,
    has_api_key: status !== null,
    api_key_status: status ?? 'not_set',
    created_at: row.created_at.toISOString(),
  }
  const { id, language, search_history: ownHistory, password_hash: passwordHash } = row
  return { id, user, language, ownHistory, passwordHash }
}

/** What a login is compared with. */
export type Credentials = { id: number; passwordHash: string }

/**
 * The user with that email or username, in upper or lower case. A username has no @, so only one of the two is meant.
 * Reads as little as possible, so that the time does not show whether there is such a user.
 */
export async function findCredentials(
  { db }: Pick<Context, 'db'>,
  identifier: string,
): Promise<Credentials | undefined> {
  const column = identifier.includes('@') ? sql.ref<string>('email') : sql.ref<string>('username')
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql<boolean>`lower(${column} collate "C") = ${accountKey(identifier)}`)
    .executeTakeFirst()
  return row && { id: row.id, passwordHash: row.password_hash }
}

type Registration = Input<typeof register>['body']

const TOO_MANY = said('error.manyAccounts')

/**
 * Creates an account, together with the API key of the game if one is given, or nothing at all. Throws `conflict` without
 * saying whether the username or the email is taken.
 */
export async function registerUser(context: Context, registration: Registration, address: string): Promise<void> {
  await admitShared(context, networkLimits(context).registrations, address, TOO_MANY)
  const passwordHash = await hashPassword(registration.password)
  const apiKey = registration.api_key ?? ''
  const created = await context.db.transaction().execute(async (db) => {
    const inTransaction = { ...context, db }
    const userId = await insertUser(inTransaction, registration, passwordHash)
    await askToConfirm(inTransaction, userId)
    return { userId, stored: apiKey === '' ? null : await storeKey(inTransaction, userId, apiKey) }
  })
  context.log.info({ audit: 'registered', userId: created.userId, address }, 'account registered')
  if (created.stored !== null) await tryKey(context, created.stored, apiKey)
}

async function insertUser({ db, clock }: Context, registration: Registration, passwordHash: string): Promise<number> {
  const row = await db
    .insertInto('users')
    .values({
      username: registration.username,
      email: registration.email,
      password_hash: passwordHash,
      created_at: clock.now(),
      language: registration.language ?? FIRST_LANGUAGE,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new AppError('conflict', said('error.taken'), { code: 'taken' })
  return row.id
}

/** Chooses the language of the mails to a user. */
export async function chooseLanguage({ db }: Context, userId: number, language: Language): Promise<void> {
  const changed = await db.updateTable('users').set({ language }).where('id', '=', userId).executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw loginRequired()
}

/** Changes the password. All other sessions of the user end, since one of them may be a stranger's. */
export async function setPassword(
  context: Context,
  { userId, tokenHash }: SignedInUser,
  passwords: Input<typeof changePassword>['body'],
  address: string,
): Promise<void> {
  const proof = { userId, password: passwords.old_password, field: 'old_password', address }
  const proved = await provePassword(context, proof)
  const passwordHash = await hashPassword(passwords.new_password)
  await context.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .where('password_hash', '=', proved.passwordHash)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new AppError('conflict', said('error.passwordChanged'))
    await db.deleteFrom('user_sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute()
    await voidLinks({ ...context, db }, userId, RESETS)
    await tellOfNewPassword({ ...context, db }, userId)
  })
  context.log.info({ audit: 'password_changed', userId, address }, 'password changed')
}

/** Deletes a user with all their data. Sessions and API key go with the user's row, and the history is part of it. */
export async function deleteUser(
  context: Context,
  { userId, password, address }: { userId: number; password: string; address: string },
): Promise<void> {
  const { user, passwordHash } = await provePassword(context, { userId, password, field: 'password', address })
  const linked = await context.db.transaction().execute(async (db) => {
    const players = await db.selectFrom('linked_players').select('player_tag').where('user_id', '=', userId).execute()
    const deleted = await db
      .deleteFrom('users')
      .where('id', '=', userId)
      .where('password_hash', '=', passwordHash)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw new AppError('conflict', said('error.accountChanged'))
    // Mails that wait for it, and the notes of those that were sent.
    await db.deleteFrom('outbox').where('channel', '=', channelOf(userId)).execute()
    return players
  })
  // The reviews that they shared went with the links.
  context.announcements.announce(linked.map(({ player_tag }) => playerChange(player_tag)))
  await forgetTries(context, [user.email, user.username])
  context.log.info({ audit: 'account_deleted', userId, address }, 'account deleted')
}

/** Saves a user's key and says whether the game accepts it. A refused key is kept, so that the profile can say so. */
export async function updateKey(
  context: Context,
  { userId, apiKey, address }: { userId: number; apiKey: string; address: string },
  texts: Translator,
): Promise<Output<typeof updateApiKey>> {
  await admitShared(context, networkLimits(context).triedKeys, address, said('error.manyKeys'))
  const status = await tryKey(context, await storeKey(context, userId, apiKey), apiKey)
  context.log.info({ audit: 'key_updated', userId, status }, 'personal API key updated')
  return { ok: true, api_key_status: status, message: sayIn(texts, () => keyMessage(status, context.config.PUBLIC_IP)) }
}

function keyMessage(status: KeyStatus, address: string | undefined): string {
  if (status === 'active') return t('account.keyUpdated')
  if (status === 'unverified') return t('account.keyNotTried')
  return address === undefined ? t('account.keyNotAllowed') : t('account.keyNotAllowedFrom', { address })
}

/** The password that a user gave again, and the field of the request that holds it. */
type Proof = { userId: number; password: string; field: string; address: string }

/**
 * The account of a signed-in user who gave the password again. Throws `wrong_password` with 403, since the token is
 * valid. Guesses count like those of logins, so that a stolen token allows no more of them.
 */
async function provePassword(context: Context, { userId, password, field, address }: Proof): Promise<Account> {
  const account = await getAccount(context, userId)
  await admitLogin(context, account.user.email, address)
  if (!(await verifyPassword(password, account.passwordHash))) {
    context.log.warn({ audit: 'password_refused', userId, address }, 'password refused')
    const sentence = said('error.wrongPassword')
    throw new AppError('forbidden', sentence, { code: 'wrong_password', fields: { [field]: sentence } })
  }
  await rememberNetwork(context, [account.user.email, account.user.username], address)
  return account
}
