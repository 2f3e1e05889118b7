import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../api/query.ts'
import { documentTitle } from '../../format/document-title.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { View } from '../../ui/View.tsx'
import { GameState } from './GameState.tsx'
import { Incidents } from './Incidents.tsx'
import { PageLog } from './PageLog.tsx'
import { StatusFigures } from './StatusFigures.tsx'
import { StorageState } from './StorageState.tsx'

const EVERY_MS = 30_000

/** How current the data is, and whose fault it is when it is not. */
export function StatusPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...query('GET /api/status', undefined, 'moments'),
    refetchInterval: EVERY_MS,
  })
  useDocumentTitle(documentTitle('Status'))
  const again = () => void refetch()
  return (
    <View
      title="Status"
      lead="How current the figures are; checked every 30 seconds."
      updatedAt={data ? Date.parse(data.checked_at) : 0}
      refreshing={isFetching && !isPending}
      onRefresh={again}
    >
      {isPending && <SkeletonGroup label="Loading the status" count={3} itemClassName="h-28 rounded-lg" />}
      {error && !data && (
        <ErrorState title="Unable to load the status" message={error.message} onRetry={again} retrying={isFetching}>
          <Link to="/" className={buttonStyle('outline')}>
            Back to Home
          </Link>
        </ErrorState>
      )}
      {data && (
        <div className="grid gap-4">
          <GameState game={data.game_api} />
          <StorageState storage={data.storage} />
          <StatusFigures status={data} />
          <Incidents incidents={data.incidents} />
          <PageLog />
        </div>
      )}
    </View>
  )
}
