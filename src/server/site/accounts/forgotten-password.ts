import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { queueMail, sendsMail } from '#server/reach/mail.ts'
import { makeLink, openLink, RESETS, useLink } from '#server/reach/mail-links.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { resetPassword } from '#shared/contract/mail.ts'
import { said } from '#shared/texts.ts'
import { admitKey, admitShared } from '../http/shared-rate-limit.ts'
import { noMail, noteConfirmed, tellOfNewPassword } from './account-mail.ts'
import { hashPassword } from './hashed-secrets.ts'
import { accountKey, networkLimits, rememberNetwork } from './login-guard.ts'
import { findCredentials } from './users.ts'

const TOO_MANY = said('error.manyMails')

/**
 * Has a link for a new password sent. The answer and the work are the same whether or not there is such an account: what
 * only an account needs is done when the mail is sent. An account that got several mails within an hour gets no more, which
 * the answer does not tell either.
 */
export async function askForLink(context: Context, identifier: string, address: string): Promise<void> {
  if (!sendsMail(context)) throw noMail()
  const { mailRequests, mails } = networkLimits(context)
  await admitShared(context, mailRequests, address, TOO_MANY)
  const userId = (await findCredentials(context, identifier))?.id ?? null
  const who = userId === null ? `name ${accountKey(identifier)}` : `user ${userId}`
  try {
    await admitKey(context, mails, who, TOO_MANY)
    await queueMail(context, { userId, event: 'reset' })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too_many')) throw error
  }
  context.log.info({ audit: 'reset_requested', userId, address }, 'new password asked for')
}

/** Sets a new password with the link of a mail or of the operator. Every session of the user ends. */
export async function setNewPassword(
  context: Context,
  { token, new_password }: Input<typeof resetPassword>['body'],
  address: string,
): Promise<Output<typeof resetPassword>> {
  await admitShared(context, networkLimits(context).logins, address, said('error.manyTries'))
  const { userId, purpose } = await openLink(context, token, RESETS)
  const password_hash = await hashPassword(new_password)
  const user = await context.db.transaction().execute(async (db) => {
    await useLink({ ...context, db }, token, RESETS)
    const row = await db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .returning(['username', 'email'])
      .executeTakeFirstOrThrow()
    // The operator's link shows nothing of the address.
    if (purpose === 'reset') await noteConfirmed({ ...context, db }, userId)
    await db.deleteFrom('user_sessions').where('user_id', '=', userId).execute()
    await tellOfNewPassword({ ...context, db }, userId)
    return row
  })
  await rememberNetwork(context, [user.email, user.username], address)
  context.log.info({ audit: 'password_reset', userId, address }, 'password set with a link')
  return { username: user.username }
}

/** A link for a new password that the operator hands over; null when there is no such user. */
export async function makeOperatorLink(
  context: Pick<Context, 'db' | 'clock'>,
  identifier: string,
): Promise<string | null> {
  const known = await findCredentials(context, identifier)
  return known === undefined ? null : makeLink(context, { userId: known.id, purpose: 'operator', clubTag: null })
}
