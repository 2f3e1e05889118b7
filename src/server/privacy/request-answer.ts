import type { Output } from '#shared/contract/endpoint.ts'
import type { requestPrivacy } from '#shared/contract/privacy.ts'
import type { Wish } from './wish.ts'

export type RequestAnswer = Output<typeof requestPrivacy>

/** A stored request; `other_icon` is the one it was changed to, once that was seen. */
export type StoredRequest = {
  tag: string
  wish: Wish
  other_icon: number | null
  carried_out_at: Date | null
  expires_at: Date
}

/** A request as its owner sees it. */
export function requestAnswer(id: string, request: StoredRequest, currentIcon: number): RequestAnswer {
  const { tag, wish, other_icon, carried_out_at, expires_at } = request
  const carriedOut = carried_out_at !== null
  return {
    request_id: id,
    tag,
    wish,
    steps: [
      { instruction: "In the game, change the player's profile icon to any other.", done: other_icon !== null },
      { instruction: 'Change it back to the icon that it was before.', done: carriedOut },
    ],
    current_icon: currentIcon,
    carried_out: carriedOut,
    expires_at: expires_at.toISOString(),
  }
}
