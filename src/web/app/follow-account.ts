import type { EntityType } from '#shared/tag.ts'
import { call } from './api-client.ts'
import { joinFavourites, keepFavourites } from './favourites.ts'
import { keepMine, keepWithAccount, readMine } from './my-choice.ts'
import { writeText } from './storage.ts'
import { forgetVisits } from './visits.ts'

const KINDS = ['club', 'player'] as const satisfies EntityType[]

/** After a login: takes over what is kept with the account, and gives the account what the guest has kept. */
export async function followAccount(): Promise<void> {
  void joinFavourites()
  const desks = await call('GET /api/desk/clubs', undefined).catch(() => null)
  if (desks === null) return
  for (const kind of KINDS) {
    const mine = readMine(kind)
    const ofAccount = desks[`my_${kind}`]
    if (mine === null) keepMine(kind, ofAccount)
    else if (ofAccount === null) keepWithAccount(kind, mine)
  }
}

/** Forgets what the visitor calls theirs and has begun to prove, so that the next user of the browser does not see it. */
export function forgetMine(): void {
  for (const kind of KINDS) keepMine(kind, null)
  keepFavourites([])
  forgetVisits()
  writeText('delphin.proof', null)
}
