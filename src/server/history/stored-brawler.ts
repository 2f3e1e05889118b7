/** A brawler as player_profiles keeps it. */
export type StoredBrawler = [
  id: number,
  name: string | null,
  power: number | null,
  rank: number | null,
  trophies: number,
  highestTrophies: number | null,
]
