/** What the documentation says under each heading. */
export const GROUP_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Search: 'Find a tag in the game and begin to track it',
  Browse: 'Lists of all that is tracked',
  Platform: 'All that is tracked, at a glance',
  Clubs: 'A club: its members, health and history',
  Players: 'A player: profile, performance and history',
  Leaderboards: "The game's rankings as collected",
  Accounts: 'Guest sessions, users and their keys',
  Privacy: 'Asking not to be shown',
  Installation: 'How this installation does',
}
