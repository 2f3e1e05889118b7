import { useMutation } from '@tanstack/react-query'
import { t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Button, buttonStyle, useCopy } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { Text } from '#web/ui/Text.tsx'

const STEPS = ['desk.step1', 'desk.step2', 'desk.stepAway'] as const

/** How a member gets the link, with the button of the first step that this visitor has before them. */
export function OwnLink() {
  const { isAuthenticated, isLoading } = useSession()
  const desks = useQuery({ ...query('GET /api/desk/clubs', undefined, 'moments'), enabled: isAuthenticated })
  const known = isAuthenticated ? desks.data && (desks.data.players.length === 0 ? 1 : 2) : 0
  return (
    <Steps title={t('desk.byLink')} steps={STEPS} at={isLoading ? undefined : known}>
      {isLoading ? (
        <Skeleton className="h-11 rounded-md" />
      ) : isAuthenticated ? (
        <QuerySection
          result={desks}
          failure={t('desk.desksFailed')}
          loading={t('desk.desksLoading')}
          shape="h-11 rounded-md"
        >
          {({ players }) => (players.length === 0 ? <LinkFirst /> : <Links players={players} />)}
        </QuerySection>
      ) : (
        <LoginButtons />
      )}
    </Steps>
  )
}

/** The first step of who has no account, or is logged out. */
export function LoginButtons() {
  const open = useDialogs()
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => open('register')}>{t('account.signUp')}</Button>
      <Button variant="outline" onClick={() => open('login')}>
        {t('account.login')}
      </Button>
    </div>
  )
}

function LinkFirst() {
  return (
    <Link to="/desk" className={buttonStyle('primary', 'justify-self-start')}>
      {t('desk.linkAPlayer')}
    </Link>
  )
}

function Links({ players }: Pick<Answer<'GET /api/desk/clubs'>, 'players'>) {
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {players.map(({ tag, name, club }) => (
          <li key={tag}>
            {club === null ? (
              <p>
                <EntityLink to="/player/$tag" tag={tag} name={name} className="font-semibold" />
                {' · '}
                {t('desk.inNoClub')}
              </p>
            ) : (
              <>
                <PlayerInClub player={{ tag, name }} club={club} />
                <AbsenceLink clubTag={club.tag} playerTag={tag} variant="primary" />
              </>
            )}
          </li>
        ))}
      </ul>
      {players.every(({ club }) => club === null) && (
        <>
          <p>{t('desk.linkNeedsClub')}</p>
          <Link to="/find" className={buttonStyle('primary', 'justify-self-start')}>
            {t('pages.find')}
          </Link>
        </>
      )}
    </div>
  )
}

type Named = { tag: string; name: string }

export function PlayerInClub({ player, club }: { player: Named; club: Named }) {
  return (
    <p>
      <Text
        id="desk.inClub"
        values={{
          player: <EntityLink to="/player/$tag" {...player} className="font-semibold" />,
          club: <EntityLink to="/club/$tag" tag={club.tag} name={club.name} className="font-semibold" />,
        }}
      />
    </p>
  )
}

type LinkProps = { clubTag: string; playerTag: string; variant?: 'primary' | 'outline' }

/** Makes the link by which a member says that they are away, and copies it. */
export function AbsenceLink({ clubTag, playerTag, variant = 'outline' }: LinkProps) {
  const made = useMutation({
    mutationFn: () =>
      call('POST /api/desk/{tag}/absence-link', { params: { tag: clubTag }, body: { player_tag: playerTag } }),
  })
  const address = made.data === undefined ? '' : `${location.origin}/absence#${made.data.token}`
  const { state, copy } = useCopy(() => address)
  return (
    <div className="mt-2">
      {made.data === undefined ? (
        <Button variant={variant} busy={made.isPending} onClick={() => made.mutate()}>
          {t('desk.sayAway')}
        </Button>
      ) : (
        <>
          <p className="mb-2 text-sm text-mut">{t('desk.linkHelp', { day: shortDay(made.data.expires_at) })}</p>
          <div className="flex flex-wrap gap-2">
            <a href={address} className={buttonStyle()}>
              {t('desk.openLink')}
            </a>
            <Button variant="outline" onClick={copy}>
              {state === 'copied' ? t('ui.copied') : t('desk.copyIt')}
            </Button>
          </div>
        </>
      )}
      {made.error && <Notice tone="bad">{made.error.message}</Notice>}
    </div>
  )
}
