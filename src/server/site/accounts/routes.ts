import type { Context } from '#server/context.ts'
import {
  changePassword,
  createGuestSession,
  deleteAccount,
  endSession,
  getGuestStatus,
  getProfile,
  listSessions,
  login,
  logout,
  register,
  setLanguage,
  updateApiKey,
} from '#shared/contract/accounts.ts'
import { confirmLink, forgottenPassword, resetPassword, sendConfirmation, unsubscribe } from '#shared/contract/mail.ts'
import { said } from '#shared/texts.ts'
import { type Server, serve, signedIn } from '../http/serve.ts'
import { admitShared } from '../http/shared-rate-limit.ts'
import { askAgain, confirmByToken, stopWeekMail } from './account-mail.ts'
import { askForLink, setNewPassword } from './forgotten-password.ts'
import { networkLimits } from './login-guard.ts'
import { guestStatus, shownHistory, startGuestSession } from './search-quota.ts'
import { endUserSession, listUserSessions, logIn, revokeToken } from './sessions.ts'
import { chooseLanguage, deleteUser, getAccount, registerUser, setPassword, updateKey } from './users.ts'

const OK = { ok: true as const }

export function registerAccounts(server: Server, context: Context): void {
  serve(server, createGuestSession, ({ address }) => startGuestSession(context, address))
  serve(server, getGuestStatus, ({ params }) => guestStatus(context, params.session_id))
  serve(server, login, ({ body, ...from }) => logIn(context, body, from))
  serve(server, register, async ({ body, address }) => {
    await registerUser(context, body, address)
    return { search_history: shownHistory(context, []) }
  })
  serve(server, getProfile, async ({ visitor }) => {
    const account = await getAccount(context, signedIn(visitor).userId)
    return { ...account.user, language: account.language, search_history: account.ownHistory }
  })
  serve(server, updateApiKey, ({ visitor, body, address, texts }) => {
    return updateKey(context, { userId: signedIn(visitor).userId, apiKey: body.api_key, address }, texts)
  })
  serve(
    server,
    logout,
    async ({ visitor }) => {
      const { tokenHash, userId } = signedIn(visitor)
      await revokeToken(context, tokenHash)
      context.log.info({ audit: 'logged_out', userId }, 'logged out')
      return OK
    },
    // Only what the HTTP cache holds of the site: favourites, theme and history of a guest are no part of the account.
    { headers: { 'clear-site-data': '"cache"' } },
  )
  registerOwnAccount(server, context)
  registerMail(server, context)
}

/** The calls by which users manage their own account. */
function registerOwnAccount(server: Server, context: Context): void {
  serve(server, changePassword, async ({ visitor, body, address }) => {
    await setPassword(context, signedIn(visitor), body, address)
    return OK
  })
  serve(server, setLanguage, async ({ visitor, body }) => {
    await chooseLanguage(context, signedIn(visitor).userId, body.language)
    return body
  })
  serve(server, listSessions, ({ visitor }) => listUserSessions(context, signedIn(visitor)))
  serve(server, endSession, async ({ visitor, params }) => {
    await endUserSession(context, signedIn(visitor), params.id)
    return OK
  })
  serve(server, deleteAccount, async ({ visitor, body, address }) => {
    await deleteUser(context, { userId: signedIn(visitor).userId, password: body.password, address })
    return OK
  })
}

/** The calls that send mails about an account, and those that the links in mails make. */
function registerMail(server: Server, context: Context): void {
  const { logins } = networkLimits(context)
  const admit = (address: string) => admitShared(context, logins, address, said('error.manyTries'))
  serve(server, forgottenPassword, async ({ body, address }) => {
    await askForLink(context, body.identifier, address)
    return OK
  })
  serve(server, resetPassword, ({ body, address }) => setNewPassword(context, body, address))
  serve(server, sendConfirmation, async ({ visitor }) => {
    await askAgain(context, signedIn(visitor).userId)
    return OK
  })
  serve(server, confirmLink, async ({ body, address }) => {
    await admit(address)
    return confirmByToken(context, body.token)
  })
  registerUnsubscribe(server, context, admit)
}

/**
 * Stops weekly reports. Programs that read mail post a form to the address in its header (RFC 8058), and the token in the
 * address is all that counts: the form is not read. Programs that open the address in a browser are led to the page.
 */
function registerUnsubscribe(server: Server, context: Context, admit: (address: string) => Promise<void>): void {
  void server.fastify.register((fastify, _options, done) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    fastify.addContentTypeParser(forms, (_request, payload, parsed) => {
      payload.resume().once('end', () => parsed(null, {}))
    })
    serve({ ...server, fastify }, unsubscribe, async ({ params, address }) => {
      await admit(address)
      return stopWeekMail(context, params.token)
    })
    fastify.get<{ Params: { token: string } }>('/api/auth/unsubscribe/:token', (request, reply) => {
      reply.header('cache-control', 'no-store').redirect(`/unsubscribe#${encodeURIComponent(request.params.token)}`)
    })
    done()
  })
}
