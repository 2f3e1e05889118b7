import type { Context } from '#server/context.ts'
import { beginProof, checkProof, endProof, requestPrivacy, wearProof } from '#shared/contract/proofs.ts'
import { HOUR_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import { type Server, serve, signedIn } from '../http/serve.ts'
import { admitShared } from '../http/shared-rate-limit.ts'
import { advanceProof, giveUpProof, startProof, wearNextIcon } from './proofs.ts'

export function registerProofs(server: Server, context: Context): void {
  const limit = context.config.PRIVACY_REQUESTS_PER_HOUR
  const requests = { name: 'privacy requests', limit, windowMs: HOUR_MS }
  serve(server, beginProof, ({ visitor, address, body }) =>
    startProof(context, { visitor, address }, { ...body, wish: 'link', userId: signedIn(visitor).userId }),
  )
  serve(server, requestPrivacy, async ({ visitor, address, body }) => {
    await admitShared(context, requests, address, said('error.tooManyOfAddress'))
    return startProof(context, { visitor, address }, { ...body, userId: null })
  })
  serve(server, checkProof, (call) => advanceProof(context, call, call.params.proof_id))
  serve(server, wearProof, (call) => wearNextIcon(context, call, call.params.proof_id))
  serve(server, endProof, async (call) => {
    await giveUpProof(context, call, call.params.proof_id)
    return { ok: true as const }
  })
}
