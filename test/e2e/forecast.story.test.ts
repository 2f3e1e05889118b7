import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { formatThousands } from '#shared/number-format.ts'
import { altering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const PLAYER = EXAMPLE_PLAYER_TAG.slice(1)
const CLUB = EXAMPLE_CLUB_TAG.slice(1)

type Forecast = { trophies: number; unavailable_reason: string | null; futures_of_100: number | null }

async function forecastOf(path: string): Promise<Forecast> {
  const answer = await fetch(`${visitor.url}/api/analytics/${path}`)
  return (await answer.json()) as Forecast
}

it('a player asks on a phone when 100k comes, and is told a date or why there is none', async () => {
  const page = await visitor.stranger(`/player/${PLAYER}`, { width: 390 })
  const card = page.getByRole('region', { name: 'When will I reach …?' })
  await card.getByRole('button', { name: /^When will I reach/ }).click()
  const ask = async (text: string) => {
    await card.getByRole('textbox', { name: 'Trophies' }).fill(text)
    await card.getByRole('button', { name: 'Show' }).click()
  }
  const { trophies } = await forecastOf(`player/${PLAYER}/forecast`)
  await ask(formatThousands(trophies + 1000))
  const soon = new RegExp(`${formatThousands(trophies + 1000)}: likely`)
  await card.getByText(soon).waitFor()
  await card.getByText(/in about \d+ days?/).waitFor()
  await ask('100k')
  await card.getByText(soon).waitFor({ state: 'detached' })
  const { unavailable_reason: reason } = await forecastOf(`player/${PLAYER}/forecast?target=100000`)
  await card.getByText(reason ?? '100,000: likely').waitFor()
  await ask('very many')
  await card.getByText('Enter a whole number of trophies, such as 100000 or 100k.').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

it('the chart shows the days ahead, and screen readers are told their range', async () => {
  const page = await visitor.stranger(`/player/${PLAYER}`)
  const slider = page.getByRole('slider', { name: 'Trophies of the player, day by day' })
  await page.getByText(/Forecast for /).waitFor()
  expect(await slider.getAttribute('aria-valuetext')).not.toContain('forecast')
  await slider.focus()
  await slider.press('End')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/forecast, [\d,]+( to [\d,]+)? trophies/)
})

it('without a forecast the chart is as before and the card says why', async () => {
  const page = await visitor.stranger('/')
  const reason = 'A forecast needs 7 known days; so far there are 3.'
  await altering(page, '/analytics/player/*/forecast*', (answer) => {
    const basis = { days: 3, active_days: 3, gain_a_day: 10 }
    return { ...answer, basis, fan: [], arrival: null, unavailable_code: 'needs_days' }
  })
  await page.goto(`${visitor.url}/player/${PLAYER}#forecast`)
  await shows(page, reason)
  await page.getByText(/^From [\d,]+ trophies/).waitFor({ state: 'attached' })
  expect(await page.getByText(/Forecast for/).count()).toBe(0)
})

it('a leader reads how likely a number is by the season end, and moves the lever', async () => {
  const page = await visitor.stranger(`/club/${CLUB}`)
  const { trophies } = await forecastOf(`club/${CLUB}/forecast`)
  const card = page.getByRole('region', { name: 'Season end' })
  await card.getByRole('button', { expanded: false }).first().click()
  await card.getByRole('textbox', { name: 'Trophies' }).fill(String(trophies + 1))
  await card.getByRole('button', { name: 'Show' }).click()
  await card.getByText(new RegExp(`${formatThousands(trophies + 1)} by`)).waitFor()
  await card.getByText(/between [\d,]+ and [\d,]+/).waitFor()
  await card.getByRole('radio', { name: '1', exact: true }).check()
  await card.getByText(/If each newcomer brings [\d,]+ trophies/).waitFor()
  await card.getByText(/(Almost certain|\d+% likely), in place of \d+%/).waitFor()
})
