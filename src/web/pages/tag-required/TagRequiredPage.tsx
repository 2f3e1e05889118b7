import type { PageProps } from '#web/app/addresses.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'

const KINDS = {
  club: { message: 'Club tag is required', to: '/browse/clubs', label: 'Browse Clubs' },
  player: { message: 'Player tag is required', to: '/browse/players', label: 'Browse Players' },
} as const

/** In place of a club or player page whose address has no tag. */
export function TagRequiredPage({ kind }: Pick<PageProps, 'kind'>) {
  const { message, to, label } = KINDS[kind]
  return (
    <>
      <h1 className="sr-only">Tracker</h1>
      <ErrorState title={message}>
        <Link to={to} className={buttonStyle('outline')}>
          {label}
        </Link>
      </ErrorState>
    </>
  )
}
