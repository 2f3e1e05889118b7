import { useMutation } from '@tanstack/react-query'
import { t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { useSite } from '#web/app/queries.ts'
import { useSessionStore } from '#web/app/SessionProvider.tsx'
import { Link, useLocation } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { useServed } from '#web/ui/served.ts'

/** The pages of links in mails that ask for one press. Programs that open links by themselves press nothing. */
export function MailLinkPage() {
  const { hash, pathname } = useLocation({ select: (place) => place })
  // The server does not see what stands behind `#`.
  const served = useServed()
  const token = served ? '' : hash.replace(/^#/, '')
  const stops = pathname.startsWith('/unsubscribe')
  if (token === '') return <NoLink stops={stops} />
  return stops ? <Stop key={token} token={token} /> : <Confirm key={token} token={token} />
}

function NoLink({ stops }: { stops: boolean }) {
  const { mail } = useSite()
  return (
    <EmptyState
      wholePage
      title={t(stops ? 'mailPage.stopTitle' : 'mailPage.confirmTitle')}
      hint={
        <>
          <p>{t('mailPage.noLink')}</p>
          {mail && !stops && <p>{t('mailPage.noLinkHelp')}</p>}
        </>
      }
    >
      <Link to="/" className={buttonStyle()}>
        {t('mailPage.home')}
      </Link>
    </EmptyState>
  )
}

function Confirm({ token }: { token: string }) {
  const { updateUser } = useSessionStore()
  const confirm = useMutation({
    mutationFn: () => call('POST /api/auth/confirm', { body: { token } }),
    onSuccess: () => updateUser({ email_confirmed: true }),
  })
  return (
    <OnePress
      title={t('mailPage.confirmTitle')}
      lead={t('mailPage.confirmLead')}
      button={t('mailPage.confirm')}
      done={confirm.data && confirmed(confirm.data)}
      busy={confirm.isPending}
      error={confirm.error}
      onPress={() => confirm.mutate()}
    />
  )
}

function confirmed({ week_mail }: Answer<'POST /api/auth/confirm'>): string {
  return week_mail === null ? t('mailPage.confirmed') : t('mailPage.weekConfirmed', { club: week_mail.club_name })
}

function Stop({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: () => call('POST /api/auth/unsubscribe/{token}', { params: { token } }),
  })
  return (
    <OnePress
      title={t('mailPage.stopTitle')}
      lead={t('mailPage.stopLead')}
      button={t('mailPage.stop')}
      done={stop.data && t('mailPage.stopped', { club: stop.data.club_name })}
      busy={stop.isPending}
      error={stop.error}
      onPress={() => stop.mutate()}
    />
  )
}

type OnePressProps = {
  title: string
  lead: string
  button: string
  /** What was done; undefined before. */
  done: string | undefined
  busy: boolean
  error: Error | null
  onPress: () => void
}

function OnePress({ title, lead, button, done, busy, error, onPress }: OnePressProps) {
  return (
    <EmptyState
      wholePage
      title={title}
      hint={
        <div className="grid gap-3" dir="auto">
          {done === undefined ? <p>{lead}</p> : <Notice tone="good">{done}</Notice>}
          {error && <Notice tone="bad">{error.message}</Notice>}
        </div>
      }
    >
      {done === undefined && (
        <Button busy={busy} onClick={onPress}>
          {button}
        </Button>
      )}
    </EmptyState>
  )
}
