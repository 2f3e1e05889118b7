import type { AskFirst, FirstAnswer, FirstCall } from '#shared/first-screen.ts'
import { errorBody } from '../answer-errors.ts'
import { AppError } from '../app-error.ts'
import type { Read } from '../serve.ts'

/** A page does not wait longer for the store; what comes later is left to the browser, who finds it ready by then. */
const WAIT_MS = 3000

/** Nor for the game, whom these may have to ask first. */
const GAME_WAIT_MS = 300
const OF_THE_GAME = new Set(['GET /api/rankings/leaderboards', 'GET /api/brawler/all'])

/** Answers the calls of a page within the process: those that are public and only read, as they answer nobody. */
export function askInProcess(reads: ReadonlyMap<string, Read>, onError: (error: unknown) => void): AskFirst {
  return async (call) => {
    const read = reads.get(call.name)
    if (read === undefined) return null
    return Promise.race([answered(read, call, onError), after(OF_THE_GAME.has(call.name) ? GAME_WAIT_MS : WAIT_MS)])
  }
}

/** A refusal is an answer too, unless it may pass a moment later. */
async function answered(
  read: Read,
  { input }: FirstCall,
  onError: (error: unknown) => void,
): Promise<FirstAnswer | null> {
  try {
    return await read({ params: input.params, query: texts(input.query) })
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429) {
      return { status: error.status, text: JSON.stringify(errorBody(error)) }
    }
    if (!(error instanceof AppError)) onError(error)
    return null
  }
}

/** A query as it comes over the network. */
function texts(query: Record<string, unknown> = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref())
}
