import { DAY_MS, HOUR_MS } from '#shared/days.ts'

const CLUB = '#2PPCLU8'
const START = new Date('2026-06-01T00:00:00Z').getTime()

/** The tags: Ada gains 5 trophies a scan, Bo gains none, Cy is a member on the second day only. */
export const dumpTags = { club: CLUB, ada: '#9P9', bo: '#8QQ', cy: '#8CY' }

/** A line of a recording of the game's API. */
export function recordedLine(observedAt: Date | string, path: string, body: unknown): string {
  return JSON.stringify({ observed_at: new Date(observedAt).toISOString(), path, body })
}

/**
 * A recording of three days of a club, from 1 June 2026: a scan every `scanMinutes`; once a day Ada's profile (at noon,
 * at the moment of a scan), Ada's battle log, the ranking of players and the list of brawlers.
 */
export function threeDaysOfAClub(scanMinutes = 60): string[] {
  const scans = (72 * 60) / scanMinutes
  const scanLines = Array.from({ length: scans }, (_, scan) => {
    const at = START + scan * scanMinutes * 60_000
    return { at, text: recordedLine(new Date(at), path('clubs', CLUB), clubBody(scan, at)) }
  })
  const daily = [0, 1, 2].flatMap((day) => dailyLines(START + day * DAY_MS, scanMinutes))
  // The daily lines first, so that a profile comes before the scan of the same moment.
  return [...daily, ...scanLines].sort((a, b) => a.at - b.at).map(({ text }) => text)
}

function dailyLines(midnight: number, scanMinutes: number) {
  const at = (hours: number) => midnight + hours * HOUR_MS
  const trophies = (time: number) => adasTrophies(Math.floor((time - START) / (scanMinutes * 60_000)))
  const line = (time: number, name: string, body: unknown) => ({
    at: time,
    text: recordedLine(new Date(time), name, body),
  })
  const { ada } = dumpTags
  const ranked = [{ tag: ada, name: 'Ada', nameColor: '0xffffffff', icon: { id: 28000000 }, rank: 1 }]
  return [
    line(at(0.5), '/brawlers', { items: [brawler(16000000, 'SHELLY'), brawler(16000001, 'COLT')] }),
    line(at(6.5), '/rankings/global/players', { items: ranked.map((r) => ({ ...r, trophies: trophies(at(6.5)) })) }),
    line(at(12), path('players', ada), profileBody(trophies(at(12)))),
    line(at(18), `${path('players', ada)}/battlelog`, { items: battles(at(18)) }),
  ]
}

function path(collection: string, tag: string): string {
  return `/${collection}/${encodeURIComponent(tag)}`
}

function adasTrophies(scan: number): number {
  return 1000 + 5 * scan
}

function clubBody(scan: number, at: number) {
  const { ada, bo, cy } = dumpTags
  const isSecondDay = at >= START + DAY_MS && at < START + 2 * DAY_MS
  const members = [
    member(bo, 'Bo', 'president', 9000),
    member(ada, 'Ada', 'member', adasTrophies(scan)),
    ...(isSecondDay ? [member(cy, 'Cy', 'member', 500)] : []),
  ]
  const trophies = members.reduce((sum, { trophies: own }) => sum + own, 0)
  const settings = { type: 'open', badgeId: 8000000, requiredTrophies: 600, description: 'Kept by hand' }
  return { tag: CLUB, name: 'Own Dump', ...settings, trophies, members }
}

function member(tag: string, name: string, role: string, trophies: number) {
  return { tag, name, nameColor: '0xffffffff', role, trophies, icon: { id: 28000000 } }
}

function profileBody(trophies: number) {
  const wins = { '3vs3Victories': 10, soloVictories: 1, duoVictories: 2 }
  return {
    tag: dumpTags.ada,
    name: 'Ada',
    nameColor: '0xffffffff',
    icon: { id: 28000000 },
    trophies,
    highestTrophies: trophies,
    expLevel: 20,
    expPoints: 2600,
    ...wins,
    club: { tag: CLUB, name: 'Own Dump' },
    brawlers: [
      {
        ...brawler(16000000, 'SHELLY'),
        power: 9,
        rank: 20,
        trophies: trophies - 400,
        highestTrophies: trophies,
        gears: [],
      },
      { ...brawler(16000001, 'COLT'), power: 7, rank: 18, trophies: 400, highestTrophies: 420, gears: [] },
    ],
  }
}

function brawler(id: number, name: string) {
  return { id, name, starPowers: [], gadgets: [] }
}

/** A full log: a victory every half hour. */
function battles(readAt: number) {
  return Array.from({ length: 25 }, (_, index) => ({
    battleTime: new Date(readAt - (index + 1) * HOUR_MS * 0.5 + 60_000).toISOString().replaceAll(/[-:]/g, ''),
    event: { id: 15000026, mode: 'brawlBall', map: 'Pinhole Punt' },
    battle: {
      mode: 'brawlBall',
      type: 'ranked',
      result: 'victory',
      duration: 100,
      trophyChange: 5,
      starPlayer: null,
      teams: [
        [fighter(dumpTags.ada, 'Ada'), fighter('#8GQ', 'X')],
        [fighter('#9UC', 'Y'), fighter('#9UP', 'Z')],
      ],
    },
  }))
}

function fighter(tag: string, name: string) {
  return { tag, name, brawler: { id: 16000000, name: 'SHELLY', power: 9, trophies: 600 } }
}
