// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RouterAt } from '#test/render-page.tsx'
import { keepMine } from '#web/app/my-choice.ts'
import { FootBar } from './FootBar.tsx'

afterEach(() => {
  cleanup()
  keepMine('player', null)
})

test.each([
  ['/player/8PQ', 'Me'],
  ['/player/8PQ/battles', 'Me'],
  ['/player/8PQ0', null],
  ['/player/2PYL', null],
  ['/leaderboards', null],
  ['/club/2PYL', 'Clubs'],
])('on %s the bar at the foot lights %s', (path, lit) => {
  keepMine('player', { tag: '#8PQ', name: 'Yuki' })
  render(
    <RouterAt address={path}>
      <FootBar />
    </RouterAt>,
  )
  const bar = screen.getByRole('navigation', { name: 'Places' })
  expect(bar.querySelector('.text-acc\\!')?.textContent ?? null).toBe(lit)
})
