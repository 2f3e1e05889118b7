import * as z from 'zod/mini'
import { PASSWORD } from '../account-rules.ts'
import { endpoint } from './endpoint.ts'
import { says } from './field-sentences.ts'
import { Done, identifier, plainText, TagParams } from './fields.ts'

/** The secret of a link in a mail. */
const token = plainText(says('error.link'), { min: 1, max: 128 })
/** Whether the report comes; `waiting`: the link in the mail was not opened yet. */
const state = z.enum(['off', 'waiting', 'on'])
/** The address of the mail with the link, masked: `b…@example.com`. */
const address = z.string()
const club = { club_tag: z.string(), club_name: z.string() }

export const forgottenPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgotten-password',
  summary: 'Send a link for a new password; the answer does not tell whether there is such an account',
  access: 'public',
  refuses: ['not_found'],
  body: z.object({ identifier }),
  response: Done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the link of a mail; every session ends',
  access: 'public',
  refuses: ['not_found', 'conflict'],
  body: z.object({ token, new_password: plainText(says('error.newPassword'), PASSWORD) }),
  response: z.object({ username: z.string() }),
})

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation',
  summary: 'Send the mail that confirms the address once more',
  access: 'user',
  refuses: ['not_found'],
  response: Done,
})

export const confirmLink = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  summary: "Confirm an email address, or a club's weekly report, with the link of a mail",
  access: 'public',
  refuses: ['not_found', 'conflict'],
  body: z.object({ token }),
  response: z.object({
    address,
    /** The club whose report will come; null where only the address was confirmed. */
    week_mail: z.nullable(z.object(club)),
  }),
})

export const listWeekMails = endpoint({
  method: 'GET',
  path: '/api/auth/week-mails',
  summary: "Clubs whose weekly report can come by mail: those whose desk the user may read, and the user's own",
  access: 'user',
  response: z.object({
    clubs: z.array(
      z
        .object({
          ...club,
          state,
          /** True where only weeks come that the club's owner has published. */
          published_only: z.boolean(),
        })
        .check(z.meta({ id: 'WeekMail' })),
    ),
  }),
})

export const chooseWeekMail = endpoint({
  method: 'PUT',
  path: '/api/auth/week-mails/{tag}',
  summary: "Ask for a club's weekly report by mail, which a link in a mail confirms, or stop it",
  access: 'user',
  refuses: ['forbidden'],
  params: TagParams,
  body: z.object({ wanted: z.boolean() }),
  response: z.object({ state }),
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/auth/unsubscribe/{token}',
  summary: "Stop a club's weekly report with the link of a mail; repeating it changes nothing",
  access: 'public',
  refuses: ['conflict'],
  params: z.object({ token }),
  response: z.object({ address, ...club }),
})
