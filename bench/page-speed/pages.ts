import type { Visited } from './load-page.ts'

type Tags = { example_club_tag: string | null; example_player_tag: string | null }

/** The pages that have a figure to reach, each with a place that holds one of its figures. */
export async function pagesOf(site: string): Promise<Visited[]> {
  const answer = await fetch(`${site}/api/site`)
  const { example_club_tag: club, example_player_tag: player } = (await answer.json()) as Tags
  return [
    { name: 'home', path: '/', figure: 'section[aria-labelledby=overview] dd' },
    { name: 'club', path: `/club/${club?.slice(1)}`, figure: 'dl[aria-label=Overview] dd' },
    { name: 'player', path: `/player/${player?.slice(1)}`, figure: 'dl[aria-label=Overview] dd' },
    { name: 'browse clubs', path: '/browse/clubs', figure: 'main ul li dd' },
    { name: 'leaderboards', path: '/leaderboards', figure: 'tbody td:last-child' },
  ]
}
