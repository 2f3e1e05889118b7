import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { query } from '../api/query.ts'
import { shortDay } from '../format/relative-time.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QuerySection } from '../ui/QuerySection.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

const SESSIONS = query('GET /api/auth/sessions', undefined, 'moments')

/** Where the user is logged in, and the way to end what is not theirs. */
export function SessionList() {
  const queries = useQueryClient()
  const sessions = useQuery({ ...SESSIONS, gcTime: 0 })
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE /api/auth/sessions/{id}', { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS.queryKey }),
  })
  return (
    <QuerySection result={sessions} failure="Failed to load your sessions" loading="Loading your sessions" shape="h-12">
      {(data) => (
        <>
          <ul className="divide-y divide-edge">
            {data.sessions
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map(({ id, created_at, last_used_at, current }) => (
                <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-1.5">
                  <div>
                    <p className="font-semibold">{current ? 'This browser' : `Session ${id.slice(0, 6)}`}</p>
                    <p className="text-sm text-mut">
                      <RelativeTime time={last_used_at} /> · since {shortDay(created_at)}
                    </p>
                  </div>
                  {!current && (
                    <Button
                      variant="outline"
                      aria-label={`End session ${id.slice(0, 6)}`}
                      busy={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      End
                    </Button>
                  )}
                </li>
              ))}
          </ul>
          {end.isError && <Notice tone="bad">{end.error.message}</Notice>}
        </>
      )}
    </QuerySection>
  )
}
