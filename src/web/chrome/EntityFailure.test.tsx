// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { ApiError } from '#web/app/api-client.ts'
import { EntityFailure } from './EntityFailure.tsx'

afterEach(cleanup)

const refusal = (code: string) => new ApiError('The server says no.', { kind: 'answer', status: 404, code })
/** What the page says, and where its links lead. */
function read(): [text: string, links: (string | null)[]] {
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  return [screen.getByRole('alert').textContent, links]
}

test.each([
  [
    'club',
    'club_not_tracked',
    'Club data not found#8PQNot seen here yet. A search asks the game.Search for this clubBrowse other clubs',
    '/search/8PQ',
  ],
  [
    'player',
    'player_not_tracked',
    'Player data not found#8PQNot seen here yet. A search asks the game.Search for this playerBrowse other players',
    '/search/8PQ',
  ],
  ['club', 'tag_of_player', 'Club data not found#8PQThis is the tag of a player.OpenBrowse other clubs', '/player/8PQ'],
  ['player', 'tag_of_club', 'Player data not found#8PQThis is the tag of a club.OpenBrowse other players', '/club/8PQ'],
] as const)('a %s that the server refuses with %s', (kind, code, words, way) => {
  renderPage(<EntityFailure kind={kind} tag="#8PQ" error={refusal(code)} />, {})
  expect(read()).toEqual([words, [way, `/browse/${kind}s`]])
})

test('a hidden player is neither named nor searched', () => {
  renderPage(<EntityFailure kind="player" tag="#8PQ" error={refusal('player_hidden')} />, {})
  expect(read()).toEqual(['Player data not foundThe server says no.Browse other players', ['/browse/players']])
})
