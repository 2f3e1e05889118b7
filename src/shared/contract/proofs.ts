import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybeNumber, plainText, tagField, time } from './fields.ts'

/**
 * `hide` keeps the data and shows it to nobody; `delete` hides it and removes it for good a day later; `show` ends
 * either.
 */
export const PRIVACY_CHOICES = ['hide', 'delete', 'show'] as const
export type PrivacyChoice = (typeof PRIVACY_CHOICES)[number]

/** What a proof is for. `link`: the player is linked to the account. */
export const PROOF_WISHES = ['link', ...PRIVACY_CHOICES] as const
export type ProofWish = (typeof PROOF_WISHES)[number]

const Proof = z
  .object({
    proof_id: z.string(),
    tag: z.string(),
    name: z.string(),
    wish: z.enum(PROOF_WISHES),
    /** In their order. `icon`: the game's id of the icon to wear; null for any other one. */
    steps: z.array(z.object({ instruction: z.string(), icon: maybeNumber, done: z.boolean() })),
    /** The game's id of the icon as it was read last; null before the first reading. */
    current_icon: maybeNumber,
    /**
     * `waiting`: another proof of this player is open until `starts_at`, or shorter. `over`: no time or readings are
     * left.
     */
    state: z.enum(['waiting', 'open', 'done', 'over']),
    reads_left: z.int(),
    /** Before then a check answers what was read last. */
    next_read_at: time,
    starts_at: time,
    expires_at: time,
    /** When the history of the hidden player is deleted; null when no deletion waits, or another proof stopped it. */
    deletes_at: z.nullable(time),
  })
  .check(z.meta({ id: 'Proof' }))

export const beginProof = endpoint({
  method: 'POST',
  path: '/api/desk/proofs',
  summary: 'Begin to prove that a player is mine, to link it to my account',
  access: 'user',
  refuses: ['not_found', 'conflict'],
  body: z.object({ tag: tagField }),
  response: Proof,
})

export const requestPrivacy = endpoint({
  method: 'POST',
  path: '/api/privacy/requests',
  summary: 'Begin to prove that a player is mine, to have its history hidden, deleted or shown again',
  access: 'visitor',
  refuses: ['not_found', 'conflict'],
  body: z.object({ tag: tagField, wish: z.enum(PRIVACY_CHOICES, `wish must be one of ${PRIVACY_CHOICES.join(', ')}`) }),
  response: Proof,
})

const ProofParams = z.object({ proof_id: plainText('Proof id', { min: 1, max: 128 }) })

export const checkProof = endpoint({
  method: 'POST',
  path: '/api/proofs/{proof_id}/check',
  summary: "Read the player's icon, at most every 20 seconds, and do what was asked for once all steps were seen",
  access: 'visitor',
  refuses: ['unauthorized'],
  params: ProofParams,
  response: Proof,
})

export const wearProof = endpoint({
  method: 'POST',
  path: '/api/proofs/{proof_id}/wear',
  summary: 'In the demo alone: do the next step, for this proof alone',
  access: 'visitor',
  refuses: ['unauthorized'],
  params: ProofParams,
  response: Proof,
})

export const endProof = endpoint({
  method: 'DELETE',
  path: '/api/proofs/{proof_id}',
  summary: 'Give up a proof',
  access: 'visitor',
  refuses: ['unauthorized'],
  params: ProofParams,
  response: z.object({ ok: z.literal(true) }),
})
