import * as z from 'zod/mini'

/** Why a post did not arrive in Discord: a code, and what Discord or the network answered where that is told. */
export const DeliveryReason = z
  .discriminatedUnion('code', [
    z.object({
      code: z.enum([
        'channel_paused',
        'channel_removed',
        'webhook_deleted',
        'address_unknown',
        'not_allowed',
        'no_answer',
        'answer_broken',
        'answer_late',
        'nothing_taken',
        'unconfirmed',
      ]),
    }),
    /** `error`: the code of the network, such as ECONNREFUSED; null where time ran out. */
    z.object({ code: z.literal('unreachable'), error: z.nullable(z.string()) }),
    z.object({ code: z.literal('answered'), status: z.number() }),
    z.object({ code: z.literal('refused'), status: z.number(), discord_code: z.nullable(z.number()) }),
  ])
  .check(z.meta({ id: 'DeliveryReason' }))
export type DeliveryReason = z.infer<typeof DeliveryReason>
