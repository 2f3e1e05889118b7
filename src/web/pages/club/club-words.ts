const TYPES: Record<string, string> = { open: 'Open', inviteOnly: 'Invite only', closed: 'Closed' }

/** Members a club can hold in the game. */
export const CLUB_SIZE = 30

/** A club's type as people say it; an unknown one stays as the game sends it. */
export function clubType(type: string): string {
  return TYPES[type] ?? type
}
