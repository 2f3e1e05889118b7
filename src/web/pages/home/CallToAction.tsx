import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'

/** Invites guests to sign up, and users to open their dashboard. */
export function CallToAction() {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <section
      aria-labelledby="start"
      className="mt-10 flex flex-wrap items-center justify-between gap-6 rounded-lg border border-edge bg-raise px-6 py-7 max-sm:late-42.5"
    >
      <div className="max-w-xl">
        <h2 id="start" className="text-xl font-semibold">
          {isAuthenticated ? 'Pick up where you left off' : 'Search without a limit'}
        </h2>
      </div>
      <div className="flex flex-wrap gap-3">
        {isAuthenticated ? (
          <Link to="/dashboard" className={buttonStyle()}>
            Open Dashboard
          </Link>
        ) : (
          <Button onClick={() => open('register')}>Sign Up</Button>
        )}
        <Link to="/browse/clubs" className={buttonStyle('outline')}>
          Browse Clubs
        </Link>
      </div>
    </section>
  )
}
