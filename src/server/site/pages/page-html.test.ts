import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageHead } from '#shared/first-screen.ts'
import { headHtml } from './page-html.ts'

const SITE = 'https://delphin.example/'

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
  }
}

/** The elements that a head may contain. Their quoted values hold no quote and no angle bracket. */
const TAG =
  /^<(?:title>[^<]*<\/title|meta (?:name|property)="[\w:]+" content="[^"<>]*" \/|link rel="canonical" href="[^"<>]*" \/|script type="application\/ld\+json">[^<]*<\/script)>$/

describe('the head of a page', () => {
  it('describes the page, with addresses of the configured site', () => {
    const html = headHtml(head('Divers'), SITE)
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

  it('has no absolute address if none is configured', () => {
    const html = headHtml(head('Divers'), undefined)
    expect(html).not.toMatch(/canonical|og:url|ld\+json|https?:/)
    expect(html).toContain('content="/og/club/2PYL.png"')
  })

  it.each([
    ['</title><script>alert(1)</script>', 'Tracker: &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; | Delphin'],
    ['" onload="x', 'Tracker: &quot; onload=&quot;x | Delphin'],
    ['a\u202Egnp.exe\u2066\u0000\n', 'Tracker: a gnp.exe  | Delphin'],
    ['\ud800x\udfff', 'Tracker: \ufffdx\ufffd | Delphin'],
    ['<c2>Ada & Co', 'Tracker: &lt;c2&gt;Ada &amp; Co | Delphin'],
  ])('shows the name %j as text', (name, title) => {
    expect(headHtml(head(name), SITE)).toContain(`<title>${title}</title>`)
  })

  it('stays well-formed with any name, and small with a very long one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        for (const line of headHtml(head(`${name}</script><!--"`), SITE).split('\n')) expect(line.trim()).toMatch(TAG)
      }),
    )
    expect(headHtml(head('𝔘'.repeat(10_000)), SITE).length).toBeLessThan(6000)
  })
})
