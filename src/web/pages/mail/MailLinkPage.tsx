import { useMutation } from '@tanstack/react-query'
import { CalendarDays, ListChecks, MailX, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, ApiError, call } from '#web/app/api-client.ts'
import { useSite } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs, useLocation } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useServed } from '#web/ui/served.ts'
import { MailCard, type MailLook, Ways } from './MailCard.tsx'

type Words = {
  /** What the page is for, where it was opened without the link of a mail. */
  matter: PlainTextId
  title: PlainTextId
  lead: PlainTextId
  button: PlainTextId
  /** The picture where it was opened without that link. */
  look: MailLook
  /** Where the same is done without the link. */
  help: PlainTextId
  /** Where the site sends no mail: that there is nothing to do, and why. */
  noMail: readonly [nothing: PlainTextId, why: PlainTextId]
}

const CONFIRM: Words = {
  matter: 'mailPage.confirmAddress',
  title: 'mailPage.confirmTitle',
  lead: 'mailPage.confirmLead',
  button: 'mailPage.confirm',
  look: 'spent',
  help: 'mailPage.noLinkHelp',
  noMail: ['mailPage.needsNone', 'mailPage.noNeed'],
}

const STOP: Words = {
  matter: 'mailPage.stopTitle',
  title: 'mailPage.stopTitle',
  lead: 'mailPage.stopLead',
  button: 'mailPage.stop',
  look: 'stop',
  help: 'mailPage.stopHelp',
  noMail: ['mailPage.getsNone', 'mailPage.nothingToStop'],
}

/** The pages of links in mails that ask for one press. Programs that open links by themselves press nothing. */
export function MailLinkPage() {
  const { hash, pathname } = useLocation({ select: (place) => place })
  // The server does not see what stands behind `#`. Nearly all visitors bring a link: they see the button from the start.
  const served = useServed()
  const token = hash.replace(/^#/, '')
  const stops = pathname.startsWith('/unsubscribe')
  if (token === '' && !served) return <NoLink words={stops ? STOP : CONFIRM} />
  return stops ? <Stop key={token} token={token} /> : <Confirm key={token} token={token} />
}

function Confirm({ token }: { token: string }) {
  const { updateUser } = useSessionStore()
  const confirm = useMutation({
    mutationFn: () => call('POST /api/auth/confirm', { body: { token } }),
    onSuccess: () => updateUser({ email_confirmed: true }),
  })
  if (confirm.data) return <Confirmed {...confirm.data} />
  return <OnePress words={CONFIRM} busy={confirm.isPending} error={confirm.error} onPress={() => confirm.mutate()} />
}

function Confirmed({ address, week_mail: week }: Answer<'POST /api/auth/confirm'>) {
  return (
    <Place
      look="done"
      title={week === null ? t('mailPage.confirmed') : t('mailPage.weekConfirmed', { club: week.club_name })}
      hint={<Address of={address} />}
      next={
        week === null
          ? [[ShieldCheck, t('account.mailConfirmed')]]
          : [
              [CalendarDays, t('mailPage.weekComes')],
              [ListChecks, t('mailPage.weekHolds')],
              [MailX, t('mailPage.weekStops')],
            ]
      }
    >
      {week === null ? <Home /> : <ClubLink tag={week.club_tag} />}
      <ProfileButton variant="outline" />
    </Place>
  )
}

function Stop({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: () => call('POST /api/auth/unsubscribe/{token}', { params: { token } }),
  })
  if (stop.data) return <Stopped {...stop.data} />
  return <OnePress words={STOP} busy={stop.isPending} error={stop.error} onPress={() => stop.mutate()} />
}

function Stopped({ address, club_name, club_tag }: Answer<'POST /api/auth/unsubscribe/{token}'>) {
  return (
    <Place
      look="done"
      title={t('mailPage.stopped', { club: club_name })}
      hint={
        <>
          <Address of={address} />
          <p>{t('mailPage.askBack')}</p>
        </>
      }
    >
      <ClubLink tag={club_tag} />
      <ProfileButton variant="outline" />
    </Place>
  )
}

type OnePressProps = { words: Words; busy: boolean; error: Error | null; onPress: () => void }

function OnePress({ words, busy, error, onPress }: OnePressProps) {
  const { mail } = useSite()
  const code = error instanceof ApiError ? error.code : null
  if (error && code === 'used_link') {
    return (
      <Place look="done" title={t('mailPage.already')} hint={error.message} alert>
        <Home />
        <ProfileButton variant="outline" />
      </Place>
    )
  }
  if (error && (code === 'expired_link' || code === 'unknown_link')) {
    // Where the site sends no mail, the server's advice about the mail leads nowhere.
    if (!mail) return <NoMail words={words} alert />
    const title = t(code === 'expired_link' ? 'mailPage.tooOld' : 'desk.badLink')
    return (
      <Place look="sunk" title={title} hint={`${error.message} ${t(words.help)}`} alert>
        <ProfileButton />
        <Home outline />
      </Place>
    )
  }
  return (
    <Place
      look="sealed"
      title={t(words.title)}
      hint={error ? <Notice tone="bad">{error.message}</Notice> : t(words.lead)}
    >
      <Button busy={busy} onClick={onPress}>
        {error ? t('ui.tryAgain') : t(words.button)}
      </Button>
    </Place>
  )
}

function NoLink({ words }: { words: Words }) {
  const { mail } = useSite()
  if (!mail) return <NoMail words={words} />
  return (
    <Place
      look={words.look}
      title={t(words.matter)}
      hint={
        <>
          <p className="text-lg text-ink">{t('mailPage.noLink')}</p>
          <p className="mt-3">{t(words.help)}</p>
        </>
      }
    >
      <ProfileButton />
      <Link to="/" className="link inline-flex min-h-11 items-center justify-center">
        {t('mailPage.home')}
      </Link>
    </Place>
  )
}

/** The site sends no mail: without a link, or with one that does not work, there is nothing to do. */
function NoMail({ words, alert = false }: { words: Words; alert?: boolean }) {
  return (
    <Place
      look={alert ? 'sunk' : 'calm'}
      title={t(alert ? 'desk.badLink' : words.noMail[0])}
      hint={alert ? `${t('ui.sentence', { words: t(words.noMail[0]) })} ${t(words.noMail[1])}` : t(words.noMail[1])}
      alert={alert}
    >
      <Home />
    </Place>
  )
}

type PlaceProps = {
  look: MailLook
  title: string
  hint: ReactNode
  /** What comes next, each with its drawing. */
  next?: (readonly [typeof MailX, string])[]
  /** True where it answers a press: screen readers say it at once. */
  alert?: boolean
  /** The ways on; the first is the usual one. */
  children: ReactNode
}

function Place({ look, title, hint, next = [], alert = look === 'done', children }: PlaceProps) {
  return (
    <div role={alert ? 'alert' : undefined}>
      <MailCard look={look} title={title} hint={hint}>
        {next.length > 0 && (
          <ul className="grid divide-y divide-edge border-y border-edge">
            {next.map(([Icon, words]) => (
              <li key={words} dir="auto" className="flex items-center gap-3 py-3">
                <Icon className="size-5 shrink-0 text-acc" aria-hidden="true" />
                {words}
              </li>
            ))}
          </ul>
        )}
        <Ways>{children}</Ways>
      </MailCard>
    </div>
  )
}

/** The masked address that a link was sent to. */
function Address({ of }: { of: string }) {
  return (
    <bdi dir="ltr" className="font-semibold text-ink">
      {of}
    </bdi>
  )
}

function Home({ outline = false }: { outline?: boolean }) {
  return (
    <Link to="/" className={buttonStyle(outline ? 'outline' : 'primary')}>
      {t('mailPage.home')}
    </Link>
  )
}

function ClubLink({ tag }: { tag: string }) {
  return (
    <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
      {t('desk.clubPage')}
    </Link>
  )
}

/** Where mails are asked for and stopped. A guest logs in first. */
function ProfileButton({ variant = 'primary' }: { variant?: 'primary' | 'outline' }) {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <Button variant={variant} aria-haspopup="dialog" onClick={() => open(isAuthenticated ? 'profile' : 'login')}>
      {t(isAuthenticated ? 'account.profile' : 'account.login')}
    </Button>
  )
}
