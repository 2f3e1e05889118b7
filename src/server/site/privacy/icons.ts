import { randomInt } from 'node:crypto'

/** The first icons of the game. No call tells who has which, so a request that names one too many is begun anew. */
export const STARTER_ICONS: readonly number[] = Array.from({ length: 12 }, (_, place) => 28_000_000 + place)

/** The icons of an open request: the one worn when it was opened, and the two that prove it, in this order. */
export type RequestIcons = { before: number; one: number; two: number }

/**
 * Chooses the icons that prove a new request about a player who wears the icon `before`, by chance. They differ from
 * those of all open requests about the player: whoever proves one request cannot prove another with it. Null when there
 * are too many open requests for that.
 */
export function chooseIcons(
  before: number,
  open: readonly RequestIcons[],
  random: (below: number) => number = randomInt,
): RequestIcons | null {
  const others = STARTER_ICONS.filter((icon) => icon !== before)
  const possible = others
    .flatMap((one) => others.filter((two) => two !== one).map((two) => ({ before, one, two })))
    .filter((icons) => !open.some((other) => proves(icons, other) || proves(other, icons)))
  return possible.length === 0 ? null : (possible[random(possible.length)] ?? null)
}

/** Whether someone who changes the icon as `done` asks, and back, may wear both icons of the other request as well. */
function proves(done: RequestIcons, other: RequestIcons): boolean {
  const worn = [done.before, done.one, done.two]
  return worn.includes(other.one) && worn.includes(other.two)
}
