import type { FirstCall, RenderFirstScreen } from '#shared/first-screen.ts'
import { canonicalAddress } from '#shared/page-addresses.ts'
import { pageAt } from '#web/app/addresses.ts'
import { loadFirstPage } from '#web/routes.tsx'
import { sectionsLoaded } from '#web/ui/LazyPart.tsx'
import { pageHead } from './page-head.ts'
import { type Answered, clientWith, isRefused, renderPage, rulesOfStyles, wantedCalls } from './render-page.tsx'

/** How often a page is rendered to find its calls. A call may need the answer of another one. */
const ROUNDS = 3

/**
 * Renders the first screen of an address with the site's own pages. Only rendering tells which calls a page makes: their
 * answers are fetched and the page is rendered again, until it makes no new call.
 */
export const firstScreen: RenderFirstScreen = async (address, ask, texts) => {
  const canonical = canonicalAddress(address)
  const shown = await loadFirstPage(canonical)
  await sectionsLoaded()
  const answers: Answered[] = []
  const asked = new Set<string>()
  for (let round = 0; ; round += 1) {
    const queries = clientWith(answers)
    const page = renderPage(shown, queries, texts)
    const calls = wantedCalls(queries).filter((call) => !asked.has(JSON.stringify(call)))
    if (calls.length === 0 || round === ROUNDS) {
      return {
        head: pageHead(canonical, page.title, answers),
        // A redirect may have led to another page.
        module: pageAt(shown).page.module,
        ...rulesOfStyles(page.html),
        at: page.at,
        answered: answers.map(({ call, ...answer }) => [call, answer] as const),
        complete: answers.length === asked.size,
        missing: answers.some((each) => isRefused(each) && isAboutEntity(each.call)),
      }
    }
    for (const call of calls) asked.add(JSON.stringify(call))
    const found = await Promise.all(calls.map(async (call) => ({ call, answer: await ask(call) })))
    answers.push(...found.flatMap(({ call, answer }) => (answer === null ? [] : [{ call, ...answer }])))
  }
}

/** True for the call without which the page of a club, player, brawler, map or review shows nothing. */
function isAboutEntity({ name, input }: FirstCall): boolean {
  return ABOUT_ONE.has(name) || (name === 'GET /api/analytics/meta' && input?.query?.event_id !== undefined)
}

const ABOUT_ONE = new Set([
  'GET /api/browse/club/{tag}',
  'GET /api/browse/player/{tag}',
  'GET /api/browse/club/{tag}/reviews',
  'GET /api/browse/player/{tag}/reviews',
  'GET /api/browse/club/{tag}/reviews/{period}',
  'GET /api/browse/player/{tag}/reviews/{period}',
  'GET /api/analytics/meta/brawler/{brawler_id}',
])
