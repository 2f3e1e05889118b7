// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { busiestHours } from '#shared/busiest-hours.ts'
import { renderPage } from '#test/render-page.tsx'
import { FitReading } from './FitReading.tsx'
import { FoundClubs } from './FoundClubs.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ABOUT = {
  ...{ tag: '#8QQ', name: 'Milo', club_tag: null, trophies: 40_000, activity_score: 80, battles: 300, missing: [] },
  ...{ tier: 'Mythic I', tier_place: 13, prestige: 14, hours: null, hour_shares: null },
  ...{ needed_battles: 50, needed_days: 14 },
}

function club(name: string, fit: number, parts: object = {}) {
  return {
    ...{ club_tag: '#2PP', club_name: name, member_count: 28, trophies: 900_000, median_trophies: 41_000 },
    ...{ activity_score: 70, country: null, entry: 'open', required_trophies: 0, active_members: 20 },
    ...{ known_members: 27, fit, hours: null, hour_shares: null, notice: null, ranked: null },
    parts: { hours: 0.9, activity: 0.8, trophies: 0.7, modes: 0.6, ranked: null, ...parts },
  }
}

const show = (clubs: object[], about: object = {}) =>
  renderPage(<FoundClubs search={{ tag: '8QQ' }} onSearch={() => {}} />, {
    '/api/finder/clubs': {
      about: { ...ABOUT, ...about },
      considered: 200,
      clubs: clubs.map((each, place) => ({ ...each, club_tag: `#2P${'0289PYLQ'.charAt(place)}` })),
    },
  })

const listed = (list: HTMLElement | undefined) =>
  list
    ? within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent)
    : []

test('a club of which less is known does not stand above those that were compared in everything', async () => {
  show([club('Known', 71), club('Hardly Known', 75, { hours: null, modes: null }), club('Less', 60)])
  const [known, guessed] = await screen.findAllByRole('list')
  expect(screen.getByRole('heading', { name: 'More clubs' })).toBeTruthy()
  expect([listed(known), listed(guessed)]).toEqual([['Known', 'Less'], ['Hardly Known']])
  // What was not compared has no place on the card, and no bar there.
  expect(guessed?.textContent).not.toMatch(/Hours|not known/)
  expect(screen.getByRole('status').textContent).toBe('3 of 200 clubs')
  // A bar has no number that looks like the activity of the club.
  expect(screen.getAllByText('80')[0]?.className).toBe('sr-only')
})

test('in either list the better number stands first', async () => {
  const unknown = { hours: null }
  show([club('A', 71), club('B', 72), club('C', 90, unknown), club('D', 95, unknown)])
  const [known, guessed] = await screen.findAllByRole('list')
  expect([listed(known), listed(guessed)]).toEqual([
    ['B', 'A'],
    ['D', 'C'],
  ])
})

test('what is not known of the player counts for nobody, so that all clubs stand in one list', async () => {
  show([club('A', 71, { hours: null, modes: null })], { missing: ['hours', 'modes'] })
  expect(listed((await screen.findAllByRole('list'))[0])).toEqual(['A'])
  expect(screen.queryByText('More clubs')).toBeNull()
})

test('the tier and prestige in the middle of a club stand with how many members are known', async () => {
  const ranked = {
    tier: 'Diamond I',
    tier_place: 10,
    tier_members: 12,
    prestige: 14,
    prestige_members: 12,
    members: 28,
  }
  const fewer = { ...ranked, tier: null, tier_place: null, tier_members: 0, prestige_members: 20 }
  show([
    { ...club('A', 80, { ranked: 0.5 }), ranked },
    { ...club('B', 70, { ranked: 0.9 }), ranked: fewer },
    { ...club('C', 60), ranked: null },
  ])
  // Profiles are read daily of few clubs, so that a club without them stands among the others.
  const [list] = await screen.findAllByRole('list')
  expect(listed(list)).toEqual(['A', 'B', 'C'])
  const texts = within(list as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts[0]).toContain('Typical member: Diamond I, prestige 14 (12 of 28 known)')
  expect(texts[1]).toContain('Typical member: prestige 14 (20 of 28 known)')
  expect(texts[2]).not.toMatch(/Ranked|not known/)
  // Who looks for a club stands above the list.
  expect(screen.getByText('Milo').parentElement?.textContent).toBe('MiloMythic I (best of 30 days), prestige 14')
})

test('the bars of a club show in what it is most alike, and in what hardly', async () => {
  show([club('Night Whales', 80, { hours: 0.75, activity: 0.74, trophies: 0.5, modes: 0.49 })])
  const card = (await screen.findByText('Night Whales')).closest('article') as HTMLElement
  const bars = [...card.querySelectorAll<HTMLElement>('[style]')].map((bar) => [
    bar.style.width,
    [...bar.classList].filter((name) => /^(bg|opacity)-/.test(name)).join(' '),
  ])
  expect(bars).toEqual([
    ['75%', 'bg-acc'],
    ['74%', 'bg-c1'],
    ['50%', 'bg-c1'],
    ['49%', 'bg-c1 opacity-50'],
  ])
})

test('the best club leads, and what is drawn of it and of the visitor follows as its reason', async () => {
  show([club('Night Whales', 80), club('Late Tide', 70), club('Moon Pod', 60), club('Reef', 50)])
  const [best] = within((await screen.findAllByRole('list'))[0] as HTMLElement).getAllByRole('listitem')
  expect(best?.textContent).toMatch(/Night Whales.*Open.*80.*You.*The club.*Milo/)
  expect(within(best as HTMLElement).getAllByRole('heading')).toHaveLength(1)
})

test('no club stands beside a hole', async () => {
  const widths = async (names: string) => {
    cleanup()
    show(Array.from(names, (name, place) => club(name, 80 - place)))
    return (await screen.findAllByRole('listitem')).map(({ className }) => className.includes('col-span-2'))
  }
  expect(await widths('A')).toEqual([true])
  expect(await widths('AB')).toEqual([true, true])
  expect(await widths('ABC')).toEqual([true, false, false])
  expect(await widths('ABCD')).toEqual([true, false, false, true])
})

/** Shares of a day, of which these hours of UTC have the same. */
const sharesOf = (...hours: number[]) =>
  Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 1 / hours.length : 0))

const playsAt = (...hours: number[]) => {
  const hour_shares = sharesOf(...hours)
  return { hours: busiestHours(hour_shares), hour_shares }
}

/** The hours of the visitor and of the best club, as screen readers hear them. */
const daysInWords = () =>
  ['You', 'The club'].map((name) => screen.getAllByText(name)[0]?.parentElement?.lastElementChild?.textContent)

test('the day of the visitor and of the best club stand below it, with the hours at which both play', async () => {
  vi.stubEnv('TZ', 'UTC')
  const best = { ...club('Night Whales', 91), hour_shares: sharesOf(18, 19, 20, 21), hours: [18, 19, 20] }
  show([best, { ...club('Late Tide', 80), ...playsAt(3) }], { hours: [19, 20, 22], hour_shares: sharesOf(19, 20, 22) })
  await screen.findByText('You both play 19:00 to 21:00 UTC')
  expect(daysInWords()).toEqual(['19:00 to 21:00, 22:00 to 23:00 UTC', '18:00 to 21:00 UTC'])
  expect(screen.getByText('Plays 03:00 to 04:00 UTC')).toBeTruthy()
  // The colour of what both play is in the key.
  expect(screen.getByText('Both')).toBeTruthy()
})

test('hours of which the fit says that they are hardly alike are not those of both', async () => {
  vi.stubEnv('TZ', 'UTC')
  const best = { ...club('Morning Reef', 50, { hours: 0.49 }), ...playsAt(6, 20) }
  show([best], { hours: [20, 21], hour_shares: sharesOf(20, 21) })
  await screen.findByText('You mostly play at different hours')
  expect(screen.queryByText(/both play/)).toBeNull()
})

test('hours that are alike as a whole are not called those of both where the busiest of each are others', async () => {
  vi.stubEnv('TZ', 'UTC')
  const hour_shares = Array.from({ length: 24 }, () => 1 / 24)
  show([{ ...club('All Day', 90), hours: [12, 13], hour_shares }], { hours: [21, 22], hour_shares })
  await screen.findByText('All Day')
  expect(daysInWords()).toEqual(['21:00 to 23:00 UTC', '12:00 to 14:00 UTC'])
  expect(screen.queryByText(/both play|different hours/)).toBeNull()
})

test('without the visitor’s own hours those of the club stand there, which are the same wherever they stand', async () => {
  vi.stubEnv('TZ', 'UTC')
  // The shares are rounded, which may put another hour before the one that the answer names.
  const best = { ...club('Morning Reef', 50, { hours: null }), hours: [6], hour_shares: sharesOf(7) }
  show([best], { missing: ['hours'] })
  expect(await screen.findAllByText('Plays 06:00 to 07:00 UTC')).toHaveLength(1)
  expect(daysInWords()).toEqual(['not known yet', '06:00 to 07:00 UTC'])
  expect(screen.queryByText('Both')).toBeNull()
})

test('who did not say when they play reads so', async () => {
  show([{ ...club('Morning Reef', 50), ...playsAt(6) }], { tag: null, name: null, missing: ['hours'] })
  await screen.findByText('Morning Reef')
  expect(daysInWords()[0]).toBe('I do not say')
})

test('what is not known of either is in no picture', async () => {
  show([club('Hardly Known', 70)], { trophies: null })
  await screen.findByText('Hardly Known')
  expect(screen.queryByText('The club')).toBeNull()
})

test('the best club leads without a picture too, below the visitor for whom it is', async () => {
  show([club('Hardly Known', 70)], { trophies: null })
  expect((await screen.findByText('Hardly Known')).closest('li')?.className).toContain('col-span-2')
  expect(screen.getByText('Milo')).toBeTruthy()
})

test('an answer that was kept before it had shares by hour has no empty picture', async () => {
  vi.stubEnv('TZ', 'UTC')
  const { hour_shares: _, ...best } = { ...club('Night Whales', 91), hours: [19] }
  show([best, { ...best, club_name: 'Late Tide' }], { hour_shares: undefined, trophies: null })
  expect(await screen.findAllByText('Plays 19:00 to 20:00 UTC')).toHaveLength(2)
  expect(screen.queryByText('The club')).toBeNull()
})

test('hours that are not compared have no bar, and “?” tells when the club plays', async () => {
  vi.stubEnv('TZ', 'UTC')
  const late = { ...club('Late Tide', 40, { hours: null }), ...playsAt(3) }
  show([club('Night Whales', 91), late], { missing: ['hours'] })
  const card = (await screen.findByText('Late Tide')).closest('li') as HTMLElement
  expect(within(card).queryByText('Hours')).toBeNull()
  cleanup()
  renderPage(<FitReading club={late} />, {})
  expect(await screen.findByText('Plays 03:00 to 04:00 UTC')).toBeTruthy()
})

test('the trophies of the typical member stand there where no bar compares them', async () => {
  show([club('Night Whales', 91), club('Late Tide', 40, { trophies: null })])
  const card = async (name: string) => (await screen.findByText(name)).closest('article')?.textContent
  expect(await card('Late Tide')).toContain('Typical member41,000')
  expect(await card('Night Whales')).not.toContain('Typical member')
})

test('before any club was looked at, the list says so and not that none fits', async () => {
  const answer = { about: ABOUT, considered: 0, clubs: [] }
  renderPage(<FoundClubs search={{ tag: '8QQ' }} onSearch={() => {}} />, { '/api/finder/clubs': answer })
  await screen.findByText('Clubs are looked at once a day. Come back soon.')
  expect(screen.queryByText('No club fits these wishes')).toBeNull()
  expect(screen.queryByText(/0 of 0/)).toBeNull()
})
