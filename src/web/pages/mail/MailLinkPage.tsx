import { useMutation } from '@tanstack/react-query'
import { t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { useSessionStore } from '#web/app/SessionProvider.tsx'
import { Link, useLocation } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useServed } from '#web/ui/RelativeTime.tsx'

/** The pages of links in mails that ask for one press. Programs that open links by themselves press nothing. */
export function MailLinkPage() {
  const { hash, pathname } = useLocation({ select: (place) => place })
  // The server does not see what stands behind `#`.
  const served = useServed()
  const token = served ? '' : hash.replace(/^#/, '')
  const stops = pathname.startsWith('/unsubscribe')
  if (token === '' && !served) return <NoLink />
  return (
    <div className="mx-auto max-w-xl pb-24">
      <h1 className="text-hero font-extrabold">{stops ? t('mailPage.stopTitle') : t('mailPage.confirmTitle')}</h1>
      {token === '' && <p className="mt-1 text-mut">{t('mailPage.noLink')}</p>}
      {token !== '' && (stops ? <Stop key={token} token={token} /> : <Confirm key={token} token={token} />)}
    </div>
  )
}

function NoLink() {
  return (
    <div className="mx-auto max-w-xl pb-24">
      <h1 className="text-hero font-extrabold">{t('mailPage.noLink')}</h1>
      <p className="mt-1 mb-6 text-mut">{t('mailPage.noLinkHelp')}</p>
      <Link to="/" className={buttonStyle()}>
        {t('mailPage.home')}
      </Link>
    </div>
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
  lead: string
  button: string
  /** What was done; undefined before. */
  done: string | undefined
  busy: boolean
  error: Error | null
  onPress: () => void
}

function OnePress({ lead, button, done, busy, error, onPress }: OnePressProps) {
  if (done !== undefined) {
    return (
      <div className="mt-6" dir="auto">
        <Notice tone="good">{done}</Notice>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="mt-1 text-mut">{lead}</p>
      <Button busy={busy} onClick={onPress}>
        {button}
      </Button>
      {error && <Notice tone="bad">{error.message}</Notice>}
    </div>
  )
}
