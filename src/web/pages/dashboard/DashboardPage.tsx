import { documentTitle } from '../../format/document-title.ts'
import { useSession } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { GuestSplash } from './GuestSplash.tsx'
import { UserDashboard } from './UserDashboard.tsx'

/** The signed-in user's dashboard, or a welcome for guests. */
export function DashboardPage() {
  const { isLoading, isAuthenticated, user, searchHistory } = useSession()
  useDocumentTitle(documentTitle('Dashboard'))
  if (isLoading) return <Skeleton className="h-72 rounded-lg" />
  return isAuthenticated && user ? <UserDashboard user={user} history={searchHistory} /> : <GuestSplash />
}
