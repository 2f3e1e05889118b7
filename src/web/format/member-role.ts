const ROLES: readonly (readonly [role: string, name: string])[] = [
  ['president', 'President'],
  ['vicePresident', 'Vice President'],
  ['senior', 'Senior'],
  ['member', 'Member'],
]

/** A role of the game's API as people say it: `vicePresident` is `Vice President`; an unknown one stays as it is. */
export function roleName(role: string): string {
  return ROLES.find(([known]) => known === role)?.[1] ?? role
}

/** The order of roles, highest first: president 0, vice president 1, senior 2, member 3, unknown ones after. */
export function roleRank(role: string): number {
  const rank = ROLES.findIndex(([known]) => known === role)
  return rank === -1 ? ROLES.length : rank
}
