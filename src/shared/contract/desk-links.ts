import * as z from 'zod/mini'
import { DeskClub } from './desk.ts'
import { endpoint } from './endpoint.ts'
import { maybeText, plainText, tagField, time } from './fields.ts'

const named = z.object({ tag: z.string(), name: z.string() })

export const listDesks = endpoint({
  method: 'GET',
  path: '/api/desk/clubs',
  summary: 'The linked players, and the clubs whose desk the user may open',
  access: 'desk',
  response: z.object({
    players: z.array(
      z
        .object({
          tag: z.string(),
          name: z.string(),
          linked_at: time,
          /** From then on the link opens no desk, until the player is proven again. */
          proven_until: time,
          club: z.nullable(named),
          /** In the game, like `vicePresident`; null without a club. */
          role: maybeText,
        })
        .check(z.meta({ id: 'LinkedPlayer' })),
    ),
    players_max: z.int(),
    clubs: z.array(DeskClub),
    /** The club that the user named as theirs; no proof is needed. */
    my_club: z.nullable(named),
    proofs_left_today: z.int(),
  }),
})

export const chooseMyClub = endpoint({
  method: 'PUT',
  path: '/api/desk/my-club',
  summary: 'Keep with the account which club is mine',
  access: 'user',
  body: z.object({ tag: z.nullable(tagField) }),
  response: z.object({ my_club: z.nullable(named) }),
})

export const unlinkPlayer = endpoint({
  method: 'DELETE',
  path: '/api/desk/players/{player}',
  summary: 'Unlink a player from the account',
  access: 'user',
  params: z.object({ player: tagField }),
  response: z.object({ ok: z.literal(true) }),
})

const DeskProof = z
  .object({
    proof_id: z.string(),
    tag: z.string(),
    name: z.string(),
    steps: z.array(z.object({ instruction: z.string(), icon: z.int(), done: z.boolean() })),
    /** The icon as it was read last. */
    current_icon: z.int(),
    /** `over`: no time or no readings are left. */
    state: z.enum(['open', 'proven', 'over']),
    reads_left: z.int(),
    /** Before then a check answers what was read last. */
    next_read_at: time,
    expires_at: time,
  })
  .check(z.meta({ id: 'DeskProof' }))

export const beginProof = endpoint({
  method: 'POST',
  path: '/api/desk/proofs',
  summary: 'Begin to prove that a player is mine, by two icons',
  access: 'user',
  body: z.object({ tag: tagField }),
  response: DeskProof,
})

const ProofParams = z.object({ proof_id: plainText('Proof id', { min: 1, max: 128 }) })

export const checkProof = endpoint({
  method: 'POST',
  path: '/api/desk/proofs/{proof_id}/check',
  summary: "Read the player's icon, at most every 30 seconds, and link the player once both were worn",
  access: 'user',
  params: ProofParams,
  response: DeskProof,
})

export const wearProof = endpoint({
  method: 'POST',
  path: '/api/desk/proofs/{proof_id}/wear',
  summary: 'In the demo alone: let the player wear the icon that the next step names, and read it at once',
  access: 'user',
  params: ProofParams,
  response: DeskProof,
})

export const endProof = endpoint({
  method: 'DELETE',
  path: '/api/desk/proofs/{proof_id}',
  summary: 'Give up an open proof',
  access: 'user',
  params: ProofParams,
  response: z.object({ ok: z.literal(true) }),
})
