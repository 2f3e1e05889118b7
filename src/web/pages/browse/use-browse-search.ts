import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { BrowseSearch } from './browse-search.ts'

/**
 * Changes a browse page's address by what is given, its page number starting again. The place on the page stays; a name
 * that is being typed makes no new entry of the browser's history.
 */
export function useBrowseSearch(): (change: BrowseSearch, typing?: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, typing = false) => {
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change, page: undefined }),
        replace: typing,
        resetScroll: false,
        viewTransition: false,
      })
    },
    [navigate],
  )
}
