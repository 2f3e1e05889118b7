import type { GameApi } from '../game-api/client.ts'
import { GameApiError } from '../game-api/errors.ts'
import type { ObservedAnswer } from '../ingestion/observed-answer.ts'

/** Calls of the provider under way at once. */
const AT_ONCE = 12

export type Question = { kind: 'club' | 'player'; tag: string; at: Date }

/** Asks the provider about moments of the past; answers in the order of time. What did not exist then is left out. */
export async function askPast(gameApi: GameApi, questions: Question[]): Promise<ObservedAnswer[]> {
  const answers: ObservedAnswer[] = []
  const waiting = questions.values()
  const askOneByOne = async () => {
    for (const question of waiting) answers.push(...(await ask(gameApi, question)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne))
  return answers.sort((a, b) => a.observedAt.getTime() - b.observedAt.getTime())
}

async function ask(gameApi: GameApi, { kind, tag, at }: Question): Promise<ObservedAnswer[]> {
  const options = { at, priority: 'collector' } as const
  try {
    if (kind === 'club') return [{ kind, body: (await gameApi.getClub(tag, options)).body, observedAt: at }]
    return [{ kind, body: (await gameApi.getPlayer(tag, options)).body, observedAt: at }]
  } catch (error) {
    if (error instanceof GameApiError && error.kind === 'not-found') return []
    throw error
  }
}
