import * as z from 'zod/mini'
import { EMAIL, PASSWORD, USERNAME } from '../account-rules.ts'
import { endpoint } from './endpoint.ts'
import { says } from './field-sentences.ts'
import { Done, identifier, language, plainText, time } from './fields.ts'

const userFields = {
  email: z.string(),
  /** Whether a link in a mail to the address was opened. */
  email_confirmed: z.boolean(),
  username: z.string(),
  search_count: z.int(),
  has_api_key: z.boolean(),
  /** `refused`: the game did not accept the key. `unverified`: the game could not be asked. */
  api_key_status: z.enum(['active', 'not_set', 'refused', 'unverified']),
  created_at: time,
}

export const User = z.object(userFields).check(z.meta({ id: 'User' }))

const guestFields = { session_id: z.string(), searches_remaining: z.int(), search_limit: z.int() }

export const GuestSession = z.object(guestFields).check(z.meta({ id: 'GuestSession' }))

const SearchHistory = z.array(z.string())
const password = plainText(says('error.password'), PASSWORD)
const username = plainText(says('error.username'), USERNAME).check(
  z.regex(USERNAME.pattern, says(USERNAME.patternProblem)),
)
const email = plainText(says('error.email'), EMAIL).check(z.regex(EMAIL.pattern, says(EMAIL.patternProblem)))
/** The game's keys are JSON web tokens. Only their characters are safe in a header. */
const apiKey = plainText(says('error.apiKeyField'), { min: 1, max: 4096 }).check(
  z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, says('error.apiKey')),
)

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/auth/profile',
  summary: 'The signed-in user',
  access: 'user',
  /** `language`: that of the mails to the user. */
  response: z.object({ ...userFields, language, search_history: SearchHistory }).check(z.meta({ id: 'Profile' })),
})

export const getGuestStatus = endpoint({
  method: 'GET',
  path: '/api/auth/guest-status/{session_id}',
  summary: 'Searches left in a guest session',
  access: 'public',
  params: z.object({ session_id: plainText('Session id', { min: 1, max: 128 }) }),
  response: GuestSession,
})

export const createGuestSession = endpoint({
  method: 'POST',
  path: '/api/auth/guest-session',
  summary: 'Start a guest session',
  access: 'public',
  response: z.object({ ...guestFields, search_history: SearchHistory }).check(z.meta({ id: 'NewGuestSession' })),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in with email or username',
  access: 'public',
  refuses: ['unauthorized'],
  body: z.object({ identifier, password }),
  response: z.object({ token: z.string(), user: User, search_history: SearchHistory }),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account',
  access: 'public',
  refuses: ['conflict'],
  /** `language`: that of the mails to the user; left out, English. */
  body: z.object({
    username,
    email,
    password,
    api_key: z.optional(z.union([z.literal(''), apiKey])),
    language: z.optional(language),
  }),
  response: z.object({ search_history: SearchHistory }),
})

export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/api/auth/update-api-key',
  summary: 'Store a personal API key of the game',
  access: 'user',
  body: z.object({ api_key: apiKey }),
  response: z.object({
    ok: z.literal(true),
    api_key_status: User.shape.api_key_status,
    message: z.string().check(z.meta({ description: 'A sentence for a person, in the language of Accept-Language' })),
  }),
})

export const setLanguage = endpoint({
  method: 'PUT',
  path: '/api/auth/language',
  summary: 'Choose the language of the mails to the user',
  access: 'user',
  body: z.object({ language }),
  response: z.object({ language }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Revoke the token',
  access: 'user',
  response: Done,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  summary: 'Change the password; every other session ends',
  access: 'user',
  refuses: ['forbidden', 'conflict'],
  body: z.object({
    old_password: password,
    new_password: plainText(says('error.newPassword'), PASSWORD),
  }),
  response: Done,
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Sessions of the user',
  access: 'user',
  response: z.object({
    sessions: z.array(
      z
        .object({
          /** Identifies the session; it is not the token. */
          id: z.string(),
          created_at: time,
          /** Exact to the hour. */
          last_used_at: time,
          /** True for the session that makes this call. */
          current: z.boolean(),
        })
        .check(z.meta({ id: 'UserSession' })),
    ),
  }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  summary: "End one of the user's sessions",
  access: 'user',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'This is not the id of a session')) }),
  response: Done,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  summary: 'Delete the account and all its data',
  access: 'user',
  refuses: ['forbidden', 'conflict'],
  body: z.object({ password }),
  response: Done,
})
