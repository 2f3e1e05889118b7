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
  updateApiKey,
} from '#shared/contract/accounts.ts'
import { type Server, serve, signedIn } from '../http/serve.ts'
import { guestStatus, shownHistory, startGuestSession } from './search-quota.ts'
import { endUserSession, listUserSessions, logIn, revokeToken } from './sessions.ts'
import { deleteUser, getAccount, registerUser, setPassword, updateKey } from './users.ts'

const OK = { ok: true as const }

export function registerAccounts(server: Server, context: Context): void {
  serve(server, createGuestSession, ({ address }) => startGuestSession(context, address))
  serve(server, getGuestStatus, ({ params }) => guestStatus(context, params.session_id))
  serve(server, login, ({ body, address }) => logIn(context, body, address))
  serve(server, register, async ({ body, address }) => {
    await registerUser(context, body, address)
    return { search_history: shownHistory(context, []) }
  })
  serve(server, getProfile, async ({ visitor }) => {
    const account = await getAccount(context, signedIn(visitor).userId)
    return { ...account.user, search_history: account.ownHistory }
  })
  serve(server, updateApiKey, ({ visitor, body, address }) => {
    return updateKey(context, { userId: signedIn(visitor).userId, apiKey: body.api_key, address })
  })
  serve(server, logout, async ({ visitor }) => {
    const { tokenHash, userId } = signedIn(visitor)
    await revokeToken(context, tokenHash)
    context.log.info({ audit: 'logged_out', userId }, 'logged out')
    return OK
  })
  registerOwnAccount(server, context)
}

/** The calls by which users manage their own account. */
function registerOwnAccount(server: Server, context: Context): void {
  serve(server, changePassword, async ({ visitor, body, address }) => {
    await setPassword(context, signedIn(visitor), body, address)
    return OK
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
