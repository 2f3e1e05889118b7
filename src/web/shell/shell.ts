import { createMemoryHistory } from '@tanstack/react-router'
import type { FirstCall, RenderFirstScreen } from '#shared/first-screen.ts'
import { canonicalAddress } from '#shared/pages.ts'
import { createSiteRouter } from '#web/routes.tsx'
import { type Answered, clientWith, isRefused, wantedCalls } from './answers.ts'
import { moduleOf, pageHead } from './page-head.ts'
import { renderPage, rulesOfStyles } from './render-page.tsx'

/** A call may need the answer of another; so many waves of calls are answered. */
const WAVES = 3

/**
 * Renders the first screen of an address with the site's own pages. Which calls a page makes is found by rendering it:
 * what it asks for is answered and it is rendered again, until it asks for nothing new.
 */
export const firstScreen: RenderFirstScreen = async (address, ask) => {
  const path = canonicalAddress(address)
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const answers: Answered[] = []
  const tried = new Set<string>()
  for (let wave = 0; ; wave += 1) {
    const queries = clientWith(answers)
    const page = renderPage(router, queries)
    const calls = wantedCalls(queries).filter((call) => !tried.has(JSON.stringify(call)))
    if (calls.length === 0 || wave === WAVES) {
      return {
        head: pageHead(path, page.title, answers),
        module: moduleOf(router.state.matches),
        ...rulesOfStyles(page.html),
        answered: answers.filter((each) => !isRefused(each)).map(({ call, text }) => [call, text] as const),
        complete: answers.length === tried.size,
        missing: answers.some((each) => isRefused(each) && isAboutEntity(each.call)),
      }
    }
    for (const call of calls) tried.add(JSON.stringify(call))
    const found = await Promise.all(calls.map(async (call) => ({ call, answer: await ask(call) })))
    answers.push(...found.flatMap(({ call, answer }) => (answer === null ? [] : [{ call, ...answer }])))
  }
}

/** The call that a club's or player's page cannot do without. */
function isAboutEntity({ name }: FirstCall): boolean {
  return name === 'GET /api/browse/club/{tag}' || name === 'GET /api/browse/player/{tag}'
}
