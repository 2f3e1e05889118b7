import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from '#server/create-server.ts'
import { GameApiError } from '#server/game/game-api.ts'
import { DAY_MS } from '#shared/days.ts'
import type { Language } from '#shared/languages.ts'
import { type Messages, makeTranslator, pageTexts } from '#shared/texts.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { settle } from '#test/small-world.ts'
import { registerAccounts } from '../accounts/routes.ts'
import { registerClubs } from '../clubs/routes.ts'
import { registerSearch } from '../search/routes.ts'

const GERMAN = 'de' as Language

/** Some texts, and the name of a field. */
const MESSAGES: Messages = {
  'error.clubNotTracked': 'Diesen Club kennen wir noch nicht',
  'error.required': [['label'], ' fehlt'],
  'error.password': 'Passwort',
  'error.gameUnavailable': 'Das Spiel ist gerade nicht erreichbar.',
}

const UNKNOWN_CLUB = '/api/browse/club/2PYL'

describe('a refusal', () => {
  let store: TestStore
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore()
    const german = makeTranslator(GERMAN, MESSAGES)
    const texts = (language: Language) => (language === GERMAN ? german : pageTexts())
    const open = openTestContext({ store })
    const getClub = () => Promise.reject(new GameApiError('unavailable', 'no answer'))
    const context = { ...open, texts, gameApi: { ...open.gameApi, getClub } }
    await settle(context, [{ tag: '#2PP', name: 'Dolphins', members: [{ tag: '#2PY', name: 'Ada', days: [500] }] }])
    await context.clock.advance(DAY_MS)
    app = createServer(context, [registerClubs, registerAccounts, registerSearch], ['en', GERMAN]).fastify
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const get = async (language?: string) => {
    const headers = language === undefined ? {} : { 'accept-language': language }
    const answer = await app.inject({ url: UNKNOWN_CLUB, headers })
    return { status: answer.statusCode, vary: answer.headers.vary, ...(answer.json() as object) }
  }

  it('is said in the language of the caller beside the English sentence', async () => {
    const english = { status: 404, error: 'Club data not found', code: 'club_not_tracked' }
    const german = { ...english, message: 'Diesen Club kennen wir noch nicht' }
    // The first answer is kept, and given to the others.
    for (const language of [undefined, 'en', 'fi', 'en-GB, de;q=0.9', 'de;q=0']) {
      expect(await get(language)).toEqual({ ...english, vary: 'Accept-Encoding' })
    }
    for (const language of ['de', 'de-AT, en;q=0.5', 'fi, en;q=0.2, de;q=0.7']) {
      expect(await get(language)).toEqual({ ...german, vary: 'Accept-Language' })
    }
    expect(await get('en')).toEqual({ ...english, vary: 'Accept-Encoding' })
  })

  it('says what is wrong with each field in that language too', async () => {
    const body = { identifier: 'ada' }
    const headers = { 'accept-language': 'de' }
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: body })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        error: 'Password is required',
        code: 'invalid',
        fields: { password: 'Password is required' },
        message: 'Passwort fehlt',
        field_messages: { password: 'Passwort fehlt' },
      },
    ])
  })

  it('of a call that did not fail is said too: why the game was not looked at again', async () => {
    const url = '/api/browse/club/2PP/refresh'
    const trouble = 'The game cannot be reached at the moment. Please try again.'
    const german = await app.inject({ method: 'POST', url, headers: { 'accept-language': 'de' } })
    expect(german.json()).toMatchObject({ outcome: 'failed', trouble, message: MESSAGES['error.gameUnavailable'] })
    const english = await app.inject({ method: 'POST', url })
    expect(english.json()).toMatchObject({ outcome: 'failed', trouble })
    expect(english.body).not.toContain('"message"')
  })

  it('is no fault of ours, whatever the header says', async () => {
    const part = fc.oneof(fc.constantFrom('de', 'en-GB', '*', 'q=', ';q=1e999', ';q=-1', ',', '-', ';'), fc.string())
    const header = fc.array(part).map((parts) => parts.join('').replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''))
    await fc.assert(
      fc.asyncProperty(header, async (language) => {
        expect(await get(language)).toMatchObject({ status: 404, error: 'Club data not found' })
      }),
    )
  })
})
