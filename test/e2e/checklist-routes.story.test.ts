import { describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const [club, player] = [EXAMPLE_CLUB_TAG.slice(1), EXAMPLE_PLAYER_TAG.slice(1)]

describe('routes', () => {
  it.each([
    ['/', 'Home: hero', ['See what moves your club']],
    [
      '/',
      'Home: platform overview, featured clubs, top players',
      ['Platform Overview', 'Featured Clubs', 'Top Players'],
    ],
    ['/', 'Home: feature showcase, calls to action', ['What you can find out', 'Search without a limit']],
    ['/browse/clubs', 'Club browse: filter sidebar, sort dropdown', ['Club name', 'Sort by', 'Region', 'Activity']],
    ['/browse/players', 'Player browse: same layout', ['Player name', 'Sort by', 'Region', 'Activity']],
    ['/analytics', 'Platform dashboard', ['Trending this week', 'Highlights', 'Regional insights', 'Recent activity']],
    ['/leaderboards', 'Leaderboards: tabs players, clubs, brawlers', ['Players', 'Clubs', 'Brawlers']],
    ['/leaderboards', 'Leaderboards: region select; refresh button', ['Region', 'Refresh']],
    [`/club/${club}`, 'Club analytics', ['Trophy progression', 'Club health']],
    [`/player/${player}`, 'Player analytics', ['Trophy chart', 'Performance analytics']],
    [`/search/${player}`, 'Resolves a tag, triggers ingestion, then shows the club or player view', ['Trophy chart']],
    ['/dashboard', 'A welcome splash page for guests', ['Welcome aboard']],
    ['/no-such-page', 'Any other path: not-found page', ['Page Not Found']],
  ])('%s %s', async (path, _line, texts) => {
    await shows(await visitor.at(path), ...texts)
  })

  it('Leaderboards: brawler select on the brawlers tab', async () => {
    const page = await visitor.at('/leaderboards?type=brawlers')
    await page.getByLabel('Brawler', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Clubs' }).click()
    await page.getByLabel('Brawler', { exact: true }).waitFor({ state: 'detached' })
  })

  it.each(['/club', '/player'])('Club and player pages require a tag: %s', async (path) => {
    await shows(await visitor.at(path), path === '/club' ? 'Club tag is required' : 'Player tag is required')
  })

  it('A missing tag on the search route redirects home', async () => {
    const page = await visitor.at('/search')
    await page.waitForURL(`${visitor.url}/`)
  })
})

describe('document titles', () => {
  it.each([
    ['/', 'Analytics Platform | Delphin'],
    [`/club/${club}`, 'Tracker: StarHarbour🌊 | Delphin'],
    [`/player/${player}`, /^Tracker: .+ \| Delphin$/],
    [`/search/${player}`, /^Tracker: .+ \| Delphin$/],
    ['/browse/clubs', 'Browse Clubs | Delphin'],
    ['/browse/players', 'Browse Players | Delphin'],
    ['/analytics', 'Analytics | Delphin'],
    ['/leaderboards', 'Leaderboards | Delphin'],
    ['/dashboard', 'Dashboard | Delphin'],
    ['/compare', 'Compare | Delphin'],
    ['/no-such-page', 'Page Not Found | Delphin'],
  ])('%s is called %s', async (path, title) => {
    const page = await visitor.at(path)
    await expect.poll(() => page.title()).toMatch(title)
  })
})
