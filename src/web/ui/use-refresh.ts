import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** A Refresh button's state and work: asks again for every answer on the page that is about this tag. */
export function useRefresh(tag: string): [refreshing: boolean, refresh: () => void] {
  const client = useQueryClient()
  const [refreshing, setRefreshing] = useState(false)
  const refresh = () => {
    setRefreshing(true)
    void askAgain(client, tag).finally(() => setRefreshing(false))
  }
  return [refreshing, refresh]
}

function askAgain(client: QueryClient, tag: string): Promise<void> {
  return client.refetchQueries({ type: 'active', predicate: ({ queryKey }) => tagOf(queryKey[1]) === tag })
}

/** The tag in a call's input; a search, which is charged, has none there. */
function tagOf(input: unknown): unknown {
  const params = typeof input === 'object' && input !== null && 'params' in input ? input.params : null
  return typeof params === 'object' && params !== null && 'tag' in params ? params.tag : null
}
