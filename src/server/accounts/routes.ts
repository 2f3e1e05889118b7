import {
  createGuestSession,
  getGuestStatus,
  getProfile,
  login,
  logout,
  register,
  updateApiKey,
} from '#shared/contract/accounts.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { guestStatus, startGuestSession } from './guests.ts'
import { logIn } from './log-in.ts'
import { registerUser } from './register-user.ts'
import { shownHistory } from './search-history.ts'
import { revokeToken } from './tokens.ts'
import { updateKey } from './update-key.ts'
import { getAccount } from './users.ts'
import { signedIn } from './visitor.ts'

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
    return { ...account.user, search_history: shownHistory(context, account.ownHistory) }
  })
  serve(server, updateApiKey, ({ visitor, body }) => updateKey(context, signedIn(visitor).userId, body.api_key))
  serve(server, logout, async ({ visitor }) => {
    const { tokenHash, userId } = signedIn(visitor)
    await revokeToken(context, tokenHash)
    context.log.info({ audit: 'logged_out', userId }, 'logged out')
    return { ok: true as const }
  })
}
