/** What a browse page says, by what it lists. */
export const WORDS = {
  club: {
    title: 'Browse Clubs',
    one: 'club',
    plural: 'clubs',
    empty: 'No clubs found matching your criteria',
    search: 'Club name',
  },
  player: {
    title: 'Browse Players',
    one: 'player',
    plural: 'players',
    empty: 'No players found matching your criteria',
    search: 'Player name',
  },
} as const
