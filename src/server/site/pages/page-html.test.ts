import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageHead } from '#shared/first-screen.ts'
import { headHtml } from './page-html.ts'

const SITE = { configured: 'https://delphin.example/', reachedAt: 'https://delphin.example' }

function head(name: string): PageHead {
  return {
    title: `Tracker: ${name} | Delphin`,
    description: `${name} (#2PYL): 30 members.`,
    robots: 'noindex',
    path: '/club/2PYL',
    picture: '/og/club/2PYL.png',
    trail: [
      ['Home', '/'],
      [name, '/club/2PYL'],
    ],
    about: { type: 'club', name, feed: `Events of ${name}` },
  }
}

/** The elements that a head may contain. Their quoted values hold no quote and no angle bracket. */
const TAG =
  /^<(?:title>[^<]*<\/title|meta (?:name|property)="[\w:]+" content="[^"<>]*" \/|link rel="canonical" href="[^"<>]*" \/|link rel="alternate" hreflang="[\w-]+" href="[^"<>]*" \/|link rel="alternate" type="application\/(?:atom\+xml|json\+oembed)" href="[^"<>]*" title="[^"<>]*" \/|script type="application\/ld\+json">[^<]*<\/script)>$/

describe('the head of a page', () => {
  it('describes the page, with addresses of the configured site', () => {
    const html = headHtml(head('Divers'), SITE, 'en')
    for (const part of [
      '<title>Tracker: Divers | Delphin</title>',
      '<meta name="description" content="Divers (#2PYL): 30 members." />',
      '<meta name="robots" content="noindex" />',
      '<link rel="canonical" href="https://delphin.example/club/2PYL" />',
      '<meta property="og:image" content="https://delphin.example/og/club/2PYL.png" />',
      '<meta name="twitter:card" content="summary_large_image" />',
      '"item":"https://delphin.example/club/2PYL"',
    ])
      expect(html).toContain(part)
  })

  it('leads to the feed of the club, and to the frame that shows it elsewhere', () => {
    const html = headHtml(head('Divers'), SITE, 'en')
    expect(html).toContain(
      '<link rel="alternate" type="application/atom+xml" href="https://delphin.example/club/2PYL/events.atom" title="Events of Divers" />',
    )
    expect(html).toContain(
      'href="https://delphin.example/api/oembed?format=json&amp;url=https%3A%2F%2Fdelphin.example%2Fclub%2F2PYL"',
    )
    expect(headHtml({ ...head('Divers'), about: null }, SITE, 'en')).not.toContain('rel="alternate" type=')
  })

  it('leads from a page in another language to what is in that language', () => {
    const html = headHtml(head('Divers'), SITE, 'de')
    expect(html).toContain('<link rel="canonical" href="https://delphin.example/de/club/2PYL" />')
    expect(html).toContain('href="https://delphin.example/club/2PYL/events.atom?lang=de"')
    expect(html).toContain('url=https%3A%2F%2Fdelphin.example%2Fde%2Fclub%2F2PYL"')
    expect(html).toContain('"item":"https://delphin.example/de/club/2PYL"')
  })

  it('shows chats the address at which the site is reached, and search engines the configured one alone', () => {
    const html = headHtml(head('Divers'), { configured: undefined, reachedAt: 'http://192.0.2.1:3000' }, 'en')
    expect(html).toContain('<meta property="og:image" content="http://192.0.2.1:3000/og/club/2PYL.png" />')
    expect(html).toContain('<meta property="og:url" content="http://192.0.2.1:3000/club/2PYL" />')
    expect(html).not.toMatch(/canonical|ld\+json/)
  })

  it('has no absolute address if none is known', () => {
    const html = headHtml(head('Divers'), { configured: undefined, reachedAt: undefined }, 'en')
    expect(html).not.toMatch(/canonical|og:url|ld\+json|https?:|alternate/)
    expect(html).toContain('content="/og/club/2PYL.png"')
  })

  it.each([
    ['</title><script>alert(1)</script>', 'Tracker: &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; | Delphin'],
    ['" onload="x', 'Tracker: &quot; onload=&quot;x | Delphin'],
    ['a\u202Egnp.exe\u2066\u0000\n', 'Tracker: a gnp.exe  | Delphin'],
    ['\ud800x\udfff', 'Tracker: \ufffdx\ufffd | Delphin'],
    ['<c2>Ada & Co', 'Tracker: &lt;c2&gt;Ada &amp; Co | Delphin'],
  ])('shows the name %j as text', (name, title) => {
    expect(headHtml(head(name), SITE, 'en')).toContain(`<title>${title}</title>`)
  })

  it('stays well-formed with any name, and small with a very long one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        for (const line of headHtml(head(`${name}</script><!--"`), SITE, 'en').split('\n'))
          expect(line.trim()).toMatch(TAG)
      }),
    )
    expect(headHtml(head('𝔘'.repeat(10_000)), SITE, 'en').length).toBeLessThan(8000)
  })
})
