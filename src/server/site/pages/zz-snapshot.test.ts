import { mkdirSync, writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { openWholeApp } from '#test/open-whole-app.ts'
import { webBuild } from '../../../../scripts/prepare/build-web.mjs'

const URLS = [
  '/',
  '//',
  '/browse/clubs',
  '/browse/clubs/',
  '/browse/clubs?region=DE',
  '/browse/clubs?x=1',
  '/browse/players',
  '/browse/players?membership=member&page=2',
  '/analytics',
  '/leaderboards',
  '/leaderboards?type=clubs',
  '/compare',
  '/compare?type=club&a=2PYL',
  '/dashboard',
  '/status',
  '/privacy',
  '/scores',
  '/search',
  '/search/2PYL',
  '/search/nonsense',
  '/search/2pyl',
  '/club',
  '/player',
  '/club/',
  '/club/2PYL',
  '/club/2PYL?days=7',
  '/club/2pyl?days=7',
  '/club/nonsense',
  '/club/2PYY',
  '/player/2PY',
  '/player/2py/',
  '/player/2PYY',
  '/club/2PYL/x',
  '/nope',
  '/not-found',
  '/api/nope',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
]
it('dumps', { timeout: 200_000 }, async () => {
  await webBuild(process.cwd())
  const whole = await openWholeApp({ settings: { PUBLIC_URL: 'https://delphin.example' } })
  const out = process.env.SNAP ?? '/tmp/pagesnap/x'
  mkdirSync(out, { recursive: true })
  for (const url of URLS) {
    const { statusCode, headers, body } = await whole.app.inject(url)
    const text = body
      .replace(/-[\w-]{8}\.(js|woff2|svg|css)/g, '-HASH.$1')
      .replace(/"#?\w+","at"/g, '')
      .replace(/<style>[^<]*<\/style>/, '<style/>')
      .replace(/></g, '>\n<')
    writeFileSync(
      `${out}/${encodeURIComponent(url)}.txt`,
      `${statusCode} ${headers.location ?? ''} ${headers['content-type']} ${headers['cache-control']}\n${text}`,
    )
  }
  await whole.close()
})
