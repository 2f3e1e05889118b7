import * as z from 'zod/mini'
import { DeskClub } from './desk.ts'
import { endpoint } from './endpoint.ts'
import { maybeText, tagField, time } from './fields.ts'

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
    /** The player whom the user named as themselves, or whom they proved first; null where that player is hidden. */
    my_player: z.nullable(named),
    proofs_left_today: z.int(),
  }),
})

export const chooseMyClub = endpoint({
  method: 'PUT',
  path: '/api/desk/my-club',
  summary: 'Keep with the account which club is mine',
  access: 'user',
  refuses: ['not_found'],
  body: z.object({ tag: z.nullable(tagField) }),
  response: z.object({ my_club: z.nullable(named) }),
})

export const chooseMyPlayer = endpoint({
  method: 'PUT',
  path: '/api/desk/my-player',
  summary: 'Keep with the account which player is me',
  access: 'user',
  refuses: ['not_found'],
  body: z.object({ tag: z.nullable(tagField) }),
  response: z.object({ my_player: z.nullable(named) }),
})

export const unlinkPlayer = endpoint({
  method: 'DELETE',
  path: '/api/desk/players/{player}',
  summary: 'Unlink a player from the account',
  access: 'user',
  params: z.object({ player: tagField }),
  response: z.object({ ok: z.literal(true) }),
})
