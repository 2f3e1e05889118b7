import { Link } from '@tanstack/react-router'
import { useDialogs } from '../../chrome/use-dialogs.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'

/** Invites guests to sign up and users to their dashboard. */
export function CallToAction() {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <section
      aria-labelledby="start"
      className="mt-14 flex flex-wrap items-center justify-between gap-6 rounded-lg border border-edge bg-linear-to-r from-raise to-card px-6 py-7"
    >
      <div className="max-w-xl">
        <h2 id="start" className="text-xl font-semibold">
          {isAuthenticated ? 'Pick up where you left off' : 'Search without a limit'}
        </h2>
        <p className="mt-1 text-mut">
          {isAuthenticated
            ? 'Your latest searches wait on your dashboard.'
            : 'A free account has unlimited searches and a dashboard with your latest ones. Guests have 5 a session.'}
        </p>
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
