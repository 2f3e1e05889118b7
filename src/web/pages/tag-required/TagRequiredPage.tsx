import { Link } from '@tanstack/react-router'
import { documentTitle } from '../../format/document-title.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

const KINDS = {
  club: { message: 'Club tag is required', to: '/browse/clubs', label: 'Browse Clubs' },
  player: { message: 'Player tag is required', to: '/browse/players', label: 'Browse Players' },
} as const

/** In place of a club or player page whose address carries no tag. */
export function TagRequiredPage({ kind }: { kind: keyof typeof KINDS }) {
  const { message, to, label } = KINDS[kind]
  useDocumentTitle(documentTitle('Tracker'))
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
