import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { LeaderboardSearch } from './leaderboard-search.ts'

/** Shows another leaderboard by its address; the place on the page stays. */
export function useLeaderboardSearch(): (search: LeaderboardSearch, replace?: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (search, replace = false) => {
      void navigate({ to: '/leaderboards', search, replace, resetScroll: false, viewTransition: false })
    },
    [navigate],
  )
}
