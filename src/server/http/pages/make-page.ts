import type { AskFirst, FirstScreen, RenderFirstScreen } from '#shared/first-screen.ts'
import type { Rendered } from '../ready-answer.ts'
import { escapeJson } from './escape-html.ts'
import { headHtml } from './head-html.ts'
import type { PageTemplate } from './page-template.ts'

export type PageMaker = {
  template: PageTemplate
  render: RenderFirstScreen | null
  ask: AskFirst
  /** Address under which the public knows the site. */
  site: string | undefined
  onError: (error: unknown) => void
}

export type MadePage = Rendered & { complete: boolean }

const BARE: FirstScreen = {
  head: {
    title: 'Delphin',
    description: 'Trophy history, activity and member form for clubs and players of Brawl Stars.',
    robots: null,
    path: '/',
    picture: '/og/site.png',
    trail: [],
  },
  module: null,
  html: '',
  css: '',
  answered: [],
  complete: false,
  missing: false,
}

/** The page of an address with its head, its first screen and the data of both; bare where it cannot be rendered. */
export async function makePage(address: string, known: boolean, maker: PageMaker): Promise<MadePage> {
  const { template, ask, site } = maker
  const screen = await rendered(address, ask, maker)
  const answers = screen.answered.map(
    ([{ name, input }, text]) => `[${JSON.stringify(name)},${JSON.stringify(input)},${text}]`,
  )
  const data = answers.length === 0 ? '' : escapeJson(`[${answers.join(',')}]`)
  const { html, policy } = template({
    ...screen,
    head: headHtml(screen.head, site),
    answers: data === '' ? '' : `<script type="application/json" id="answers">${data}</script>`,
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  }
  return { status: known && !screen.missing ? 200 : 404, headers, text: html, complete: screen.complete }
}

async function rendered(address: string, ask: AskFirst, { render, onError }: PageMaker): Promise<FirstScreen> {
  try {
    return (await render?.(address, ask)) ?? BARE
  } catch (error) {
    onError(error)
    return BARE
  }
}
