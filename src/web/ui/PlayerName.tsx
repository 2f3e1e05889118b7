import { plainName } from '#shared/plain-name.ts'

/** A name of the game as text: its markup stripped, its direction kept from its neighbours. */
export function PlayerName({ name, className }: { name: string; className?: string }) {
  return <bdi className={className}>{plainName(name)}</bdi>
}
