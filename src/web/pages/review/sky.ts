import { crestOf } from '#web/ui/Avatar.tsx'

/** The ground of a poster: the colour of somebody's crest, above that of a card. Text on it keeps its contrast. */
export function skyOf(tag: string) {
  return {
    background: `linear-gradient(color-mix(in oklab, ${crestOf(tag, '').ground} 20%, var(--card)), var(--card) 16rem)`,
  }
}
