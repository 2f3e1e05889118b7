// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { StorageState } from './StatusPage.tsx'

afterEach(cleanup)

const GOOD = { writable: true, last_backup_at: '2026-06-01T00:00:00Z', backup_failed: false }

test.each([
  [GOOD, []],
  [{ ...GOOD, writable: false }, ['The disk of this site is full']],
  [{ ...GOOD, backup_failed: true }, ['The last backup could not be made. The newest was made']],
  [{ ...GOOD, backup_failed: true, last_backup_at: null }, ['The last backup could not be made. There is none yet.']],
])('with the storage %o the status page says what is wrong, and nothing else', async (storage, said) => {
  renderPage(
    <main>
      <StorageState storage={storage} />
    </main>,
    {},
  )
  await screen.findByRole('main')
  const alerts = screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '')
  expect(alerts.length).toBe(said.length)
  for (const [index, text] of said.entries()) expect(alerts[index]).toContain(text)
})
