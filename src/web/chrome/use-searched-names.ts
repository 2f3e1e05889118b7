import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Keeps the names of what is searched, for the dashboard. The code for that comes with the first search. */
export function useSearchedNames(): void {
  const answers = useQueryClient().getQueryCache()
  const searches = useLocation({ select: ({ pathname }) => pathname.startsWith('/search/') })
  useEffect(() => {
    if (searches) void import('./searched-names.ts').then((file) => file.keepSearchedNames(answers))
  }, [answers, searches])
}
