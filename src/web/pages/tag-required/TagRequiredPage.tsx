import { t } from '#shared/texts.ts'
import type { EntityPageProps } from '#web/app/addresses.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'

const KINDS = {
  club: { message: 'search.clubTag', to: '/browse/clubs', label: 'pages.clubs' },
  player: { message: 'search.playerTag', to: '/browse/players', label: 'pages.players' },
} as const

/** In place of a club or player page whose address has no tag. */
export function TagRequiredPage({ kind }: Pick<EntityPageProps, 'kind'>) {
  const { message, to, label } = KINDS[kind]
  return (
    <ErrorState wholePage title={t(message)}>
      <Link to={to} className={buttonStyle()}>
        {t(label)}
      </Link>
    </ErrorState>
  )
}
