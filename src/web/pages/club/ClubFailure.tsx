import { Link } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

type Props = { error: Error; onRetry: () => void; retrying: boolean }

/** True when the server knows no such club. */
export function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The page's own failure, with a way back. */
export function ClubFailure({ error, onRetry, retrying }: Props) {
  const missing = isNotFound(error)
  return (
    <div className="page py-6">
      <ErrorState
        title={missing ? 'Club data not found' : 'Unable to load club analytics'}
        message={error.message}
        onRetry={onRetry}
        retrying={retrying}
      >
        <Link to="/browse/clubs" className={buttonStyle('outline')}>
          Browse other clubs
        </Link>
      </ErrorState>
    </div>
  )
}
