import type { updateApiKey } from '#shared/contract/accounts.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { admitShared } from '../http/shared-throttle.ts'
import { limitsOf } from './limits.ts'
import { type KeyStatus, storeKey, tryKey } from './personal-key.ts'

/** Saves a user's key and says what the game thinks of it. A refused key is kept, so that the profile can say so. */
export async function updateKey(
  context: Context,
  { userId, apiKey, address }: { userId: number; apiKey: string; address: string },
): Promise<Output<typeof updateApiKey>> {
  await admitShared(context, limitsOf(context).triedKeys, address, 'Too many keys. Please wait a moment.')
  const status = await tryKey(context, await storeKey(context, userId, apiKey), apiKey)
  context.log.info({ audit: 'key_updated', userId, status }, 'personal API key updated')
  return { ok: true, api_key_status: status, message: sentence(status, context.config.PUBLIC_IP) }
}

function sentence(status: KeyStatus, publicIp: string | undefined): string {
  if (status === 'active') return 'API key updated successfully!'
  if (status === 'unverified') return 'API key updated successfully! The game could not be asked about it yet.'
  const address = publicIp ?? "this server's address"
  return `The game refuses this key. Allow-list ${address} for it and save again.`
}
