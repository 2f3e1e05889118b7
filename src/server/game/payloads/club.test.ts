import { describe, expect, test } from 'vitest'
import { parseClub } from './club.ts'

const member = { tag: '#2PP', name: 'Ann', role: 'member', trophies: 400, icon: { id: 28000000 } }
const club = {
  tag: '#2YY',
  name: '<c2>Stars</c>',
  description: 'Tiktok: 3nzo_59 ',
  type: 'open',
  badgeId: 8000001,
  requiredTrophies: 600,
  trophies: 400,
  members: [member],
}

describe('a club’s answer', () => {
  test('is read with its markup, and what is absent stays unknown', () => {
    const { body, glitches } = parseClub({ ...club, newField: { deep: true } })
    expect(glitches).toEqual([])
    expect(body).toMatchObject({ name: '<c2>Stars</c>', isFamilyFriendly: null, membersComplete: true })
    expect(body.members).toEqual([
      { tag: '#2PP', name: 'Ann', role: 'member', trophies: 400, nameColor: null, iconId: 28000000 },
    ])
    expect(body).not.toHaveProperty('newField')
  })

  test.each([
    ['trophies of 1', { ...member, tag: '#8QQ', trophies: 1 }, 'trophies'],
    ['trophies of -1', { ...member, tag: '#8QQ', trophies: -1 }, 'trophies'],
    ['no trophies', { ...member, tag: '#8QQ', trophies: null }, 'trophies'],
    ['half a trophy', { ...member, tag: '#8QQ', trophies: 0.5 }, 'trophies'],
    ['a name of null', { ...member, tag: '#8QQ', name: null }, 'name'],
    ['an empty name', { ...member, tag: '#8QQ', name: '\0' }, 'name'],
    ['no tag', { ...member, tag: undefined }, 'tag'],
    ['a path for a tag', { ...member, tag: '../../etc' }, 'tag'],
    ['the same tag again', member, 'duplicate'],
    ['nothing but text', 'member', 'malformed'],
  ])('a member with %s is set aside, and nobody is taken to have left', (_story, odd, kind) => {
    const { body, glitches } = parseClub({ ...club, members: [member, odd] })
    expect(body.members.map(({ tag }) => tag)).toEqual(['#2PP'])
    expect(body.membersComplete).toBe(false)
    expect(glitches).toMatchObject([{ path: 'members.1', kind }])
  })

  test('is incomplete when the sum of the members’ trophies is another than the club’s', () => {
    const { body, glitches } = parseClub({ ...club, trophies: 900 })
    expect(body.membersComplete).toBe(false)
    expect(glitches).toMatchObject([{ path: 'members', kind: 'incomplete' }])
  })

  test('has no role for a member whose role is unknown', () => {
    expect(parseClub({ ...club, members: [{ ...member, role: 'unknown' }] }).body.members[0]?.role).toBeNull()
  })

  test.each([
    ['text', 'club', 'malformed'],
    ['a list', [], 'malformed'],
    ['no members', { ...club, members: undefined }, 'malformed'],
    ['a hundred and one members', { ...club, members: Array(101).fill(member) }, 'malformed'],
    ['trophies and no members', { ...club, members: [] }, 'glitched'],
    ['only broken members', { ...club, members: [null] }, 'glitched'],
    ['one trophy', { ...club, trophies: 1 }, 'glitched'],
    ['no name', { ...club, name: null }, 'glitched'],
    ['a wrong tag', { ...club, tag: 12 }, 'malformed'],
  ])('cannot be used with %s', (_story, raw, kind) => {
    expect(() => parseClub(raw)).toThrow(expect.objectContaining({ kind }))
  })

  test('has names repaired that no store could hold, and long names cut', () => {
    const odd = { ...member, name: `a\0\ud800${'x'.repeat(10_000)}` }
    const name = parseClub({ ...club, members: [odd] }).body.members[0]?.name
    expect(name).toMatch(/^a\ufffdx+$/)
    expect(name).toHaveLength(100)
  })
})
