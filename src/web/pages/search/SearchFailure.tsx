import { Link } from '@tanstack/react-router'
import { ApiError, isPassing } from '../../api/api-error.ts'
import { useDialogs } from '../../chrome/use-dialogs.ts'
import { trackerTitle } from '../../format/document-title.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

type Props = {
  /** Null when what was typed is no tag at all. */
  error: Error | null
  onRetry?: () => void
}

/** Why there is nothing to show; a guest without searches left is offered an account. */
export function SearchFailure({ error, onRetry }: Props) {
  useDocumentTitle(trackerTitle())
  const usedUp = error instanceof ApiError && error.code === 'search_limit_reached'
  const again = onRetry && isPassing(error) ? { onRetry } : {}
  return (
    <div className="mx-auto max-w-2xl py-8">
      <h1 className="sr-only">Search</h1>
      <ErrorState
        title={usedUp ? 'No free searches left' : 'Search failed'}
        message={error?.message || 'Invalid search tag'}
        {...again}
      >
        {usedUp && <SignInChoice />}
        <Link to="/" className={buttonStyle(usedUp ? 'quiet' : 'outline')}>
          Back to Home
        </Link>
      </ErrorState>
      {error === null && (
        <p className="mt-4 text-mut">
          A tag has 3 to 14 of the letters 0289PYLQGRJCUV. Find it in the game, below the name in a profile.
        </p>
      )}
    </div>
  )
}

function SignInChoice() {
  const open = useDialogs()
  return (
    <>
      <Button onClick={() => open('login')}>Login</Button>
      <Button variant="outline" onClick={() => open('register')}>
        Sign Up
      </Button>
    </>
  )
}
