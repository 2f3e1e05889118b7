import { describe, expect, it } from 'vitest'
import type { ClubAnswer } from '#server/game/answers.ts'
import { member, NO_RANKED, profile, scan } from '#test/club-history.ts'
import {
  answerOf,
  brawlersOf,
  clubLine,
  clubOf,
  memberOf,
  profileLine,
  type RawAnswer,
  rankingLine,
  type ScanVerdict,
  withRenamed,
  withVerdict,
} from './raw-answers.ts'

const AT = new Date('2026-03-02T08:00:00Z')

/** An answer of a kind, as it is read from what is stored. */
function read<Kind extends RawAnswer['kind']>(kind: Kind, line: Parameters<typeof answerOf>[0]) {
  const answer = answerOf(line)
  if (answer.kind !== kind) throw new Error(`not a ${kind}`)
  return answer as Extract<RawAnswer, { kind: Kind }>
}

const listOf = (body: ClubAnswer, verdict: ScanVerdict = 'usual') => read('club', clubLine(body, AT, verdict))

describe("what a club's list says", () => {
  const body = (given: Partial<ClubAnswer> = {}): ClubAnswer =>
    scan('2026-03-02T08:00Z', [member('#ADA', 1000, { role: 'senior' }), member('#M0', 2000, { role: null })], given)
      .body

  it.each<[string, ClubAnswer]>([
    ['whole', body()],
    ['incomplete', body({ membersComplete: false })],
    ['empty', body({ members: [], description: null, type: 'unknown' })],
  ])('is kept whole (%s)', (_story, given) => {
    expect(clubOf(given.tag, listOf(given))).toEqual(given)
  })

  it('tells of one member, and of nobody else', () => {
    const list = listOf(body())
    expect(memberOf(list, '#M0')).toEqual(member('#M0', 2000, { role: null }))
    expect(memberOf(list, '#YUKI')).toBeNull()
  })

  it.each<ScanVerdict>(['usual', 'fell', 'held'])('keeps the verdict %s, also in place of another', (verdict) => {
    expect(listOf(body(), verdict)).toMatchObject({ verdict, trophies: 3000, isComplete: true })
    for (const other of ['usual', 'fell', 'held'] as const) {
      expect(withVerdict(listOf(body(), other), verdict)).toEqual(listOf(body(), verdict))
    }
  })

  it('tells trophies and role alone of a member who is hidden', () => {
    const list = withRenamed(listOf(body()), '#ADA', { tag: '~1', name: '~1' })
    expect(memberOf(list, '#ADA')).toBeNull()
    expect(memberOf(list, '~1')).toEqual({
      ...member('~1', 1000, { role: 'senior' }),
      name: '~1',
      nameColor: null,
      iconId: null,
    })
    expect(withRenamed(list, '#YUKI', { tag: '~2', name: '~2' })).toEqual(list)
  })
})

describe('what a profile says', () => {
  const unknown = {
    name: null,
    power: null,
    rank: null,
    highestTrophies: null,
    prestigeLevel: null,
    currentWinStreak: null,
  }
  const rest = {
    maxWinStreak: null,
    gadgets: null,
    starPowers: null,
    gears: null,
    hyperCharges: null,
    buffies: null,
    skin: null,
  }
  const brawler = (id: number, trophies: number) => ({ ...unknown, ...rest, id, trophies })
  const { body } = profile('2026-03-02T08:00Z', '#ADA', 1000, { club: null, brawlers: [brawler(16000000, 600)] })

  it('is the trophies of each brawler, and the club where it is told', () => {
    const told = read('profile', profileLine(body, AT))
    expect(brawlersOf(told)).toEqual(new Map([[16000000, 600]]))
    expect(told).toMatchObject({ trophies: 1000, name: 'ADA', clubTag: null, look: NO_RANKED })
    expect(read('profile', profileLine({ ...body, club: undefined }, AT)).clubTag).toBeUndefined()
  })

  it('is in a ranking the name and the trophies alone', () => {
    const row = { name: 'ADA', nameColor: null, iconId: null, trophies: 1000 }
    const line = rankingLine({ tag: '#ADA', ...row }, AT)
    expect(answerOf(line)).toEqual({ kind: 'ranking', at: AT, line, ...row })
  })

  it('was the trophies alone in observations of earlier versions', () => {
    const told = (['o', 'O'] as const).map((kind) => answerOf({ at: AT, kind, facts: { T: 900 } }))
    expect(told).toMatchObject([
      { kind: 'observation', trophies: 900, isReset: false },
      { kind: 'observation', trophies: 900, isReset: true },
    ])
  })
})
