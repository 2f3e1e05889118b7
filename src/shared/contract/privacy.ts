import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { plainText, tagField, time } from './fields.ts'

/** `hide` keeps the data and shows it to nobody; `delete` hides it and removes it for good a day later; `show` ends either. */
export const PRIVACY_CHOICES = ['hide', 'delete', 'show'] as const

const PrivacyRequest = z
  .object({
    request_id: z.string(),
    tag: z.string(),
    wish: z.enum(PRIVACY_CHOICES),
    /** What proves that the visitor owns the player, in this order. `icon`: the game's id of the icon to wear. */
    steps: z.array(z.object({ instruction: z.string(), icon: z.int(), done: z.boolean() })),
    /** The game's id of the profile icon as it is now. */
    current_icon: z.int(),
    /** All steps are done and the request is carried out. */
    carried_out: z.boolean(),
    /** When the history of the hidden player is deleted; null when no deletion waits, or another request stopped it. */
    deletes_at: z.nullable(time),
    expires_at: time,
  })
  .check(z.meta({ id: 'PrivacyRequest' }))

export const requestPrivacy = endpoint({
  method: 'POST',
  path: '/api/privacy/requests',
  summary: "Ask that a player's history is hidden, deleted or shown again",
  access: 'public',
  body: z.object({ tag: tagField, wish: z.enum(PRIVACY_CHOICES, `wish must be one of ${PRIVACY_CHOICES.join(', ')}`) }),
  response: PrivacyRequest,
})

export const checkPrivacy = endpoint({
  method: 'POST',
  path: '/api/privacy/requests/{request_id}/check',
  summary: "Check the player's icon, and carry the request out once all steps are done",
  access: 'public',
  params: z.object({ request_id: plainText('Request id', { min: 1, max: 128 }) }),
  response: PrivacyRequest,
})
