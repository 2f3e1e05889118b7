import { GameApiError } from './game-api.ts'

/** The demo's world, and the key that lets change it. */
type ControlledDemo = {
  /** The address of its API, which ends in /v1. */
  url: string
  controlKey: string
}

/** Changes a player's icon in the demo's world, as the player would do in the game's menu. @throws GameApiError */
export async function wearIconInDemo({ url, controlKey }: ControlledDemo, tag: string, iconId: number): Promise<void> {
  const answer = await fetch(new URL('/_demo/icons', url), {
    method: 'PUT',
    headers: { authorization: `Bearer ${controlKey}` },
    body: JSON.stringify({ tag, iconId }),
  }).catch((cause: unknown) => {
    throw new GameApiError('unavailable', 'the demo does not answer', { cause })
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new GameApiError('not-found', `the demo answered ${answer.status}`)
}
