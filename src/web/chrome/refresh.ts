import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signed } from '#shared/number-format.ts'
import type { EntityType } from '#shared/tag.ts'
import { type Answer, ApiError, call, hasAnswered } from '#web/app/api-client.ts'
import type { Refresh, Said } from '#web/ui/EntityHero.tsx'
import { duration, momentOf, relativeTime } from '#web/ui/RelativeTime.tsx'

type Refreshed = Answer<'POST /api/browse/club/{tag}/refresh'>

const ASKING: Said = { text: 'Asking the game…', tone: 'calm' }

/** For a Refresh button: asks the game for a club or player, says what came, and reads every answer about it again. */
export function useRefresh(kind: EntityType, tag: string): Refresh {
  const client = useQueryClient()
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: async () => {
      const answer = await call(`POST /api/browse/${kind}/{tag}/refresh`, { params: { tag } })
      return {
        said: saidOf(answer, Date.now()),
        staleAt: answer.outcome === 'too_early' ? answer.next_possible_at : null,
      }
    },
    onSettled: (_data, error) => (error === null || hasAnswered(error) ? refetchTag(client, tag) : undefined),
    // Without it a browser that is offline would wait silently until it is online again.
    networkMode: 'always',
  })
  const staleAt = data?.staleAt ?? null
  useEffect(() => {
    if (staleAt === null) return
    const timer = setTimeout(reset, Math.max(0, Date.parse(staleAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [staleAt, reset])
  const said = isPending ? ASKING : (data?.said ?? (error && failureOf(error)))
  return { start: () => isPending || mutate(), busy: isPending, said }
}

/** What a visitor is told of a refresh that was answered at `now`, in milliseconds. */
export function saidOf({ outcome, before, after, next_possible_at, trouble }: Refreshed, now: number): Said {
  const ago = relativeTime(after.observed_at, now).replace('Just now', 'just now')
  if (outcome === 'too_early') {
    const wait = duration(Math.max(1, (Date.parse(next_possible_at) - now) / 1000))
    return { text: `We looked ${ago}; the next look is possible in ${wait}.`, tone: 'calm' }
  }
  if (outcome === 'failed') return { text: `${trouble} Shown is what we saw ${ago}.`, tone: 'warn' }
  const since = momentOf(before.observed_at, now)
  const change = after.trophies - before.trophies
  if (change === 0) return { text: `Same trophies as at ${since}.`, tone: 'calm' }
  return { text: `${signed(change)} trophies since ${since}.`, tone: change > 0 ? 'good' : 'calm' }
}

const NO_ANSWER = 'You are offline, or Delphin cannot be reached. Shown is what was loaded before.'

function failureOf(error: Error): Said {
  return { text: error instanceof ApiError && !hasAnswered(error) ? NO_ANSWER : error.message, tone: 'warn' }
}

/** For a Try Again button: whether it is at work, and a function that reads every answer about this tag again. */
export function useReread(tag: string): [reading: boolean, reread: () => void] {
  const client = useQueryClient()
  const [reading, setReading] = useState(false)
  const reread = () => {
    setReading(true)
    void refetchTag(client, tag).finally(() => setReading(false))
  }
  return [reading, reread]
}

function refetchTag(client: QueryClient, tag: string): Promise<void> {
  return client.refetchQueries({ type: 'active', predicate: ({ queryKey }) => tagOf(queryKey[1]) === tag })
}

/** The tag among a call's parameters. A search has its tag in the body and is not repeated: it costs a search. */
function tagOf(input: unknown): unknown {
  const params = typeof input === 'object' && input !== null && 'params' in input ? input.params : null
  return typeof params === 'object' && params !== null && 'tag' in params ? params.tag : null
}
