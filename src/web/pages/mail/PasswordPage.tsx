import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PASSWORD } from '#shared/account-rules.ts'
import { t } from '#shared/texts.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { siteQuery, useQuery } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import { LoginFields, type Problems, problemsOf } from '#web/chrome/LoginFields.tsx'
import { Link, useDialogs, useLocation } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { StepList } from '#web/ui/Steps.tsx'
import { useServed } from '#web/ui/served.ts'
import { MailCard, Ways } from './MailCard.tsx'

/** For who forgot the password: asks for a link, and sets a new password by it. The link's secret stands after `#`. */
export function PasswordPage() {
  const secret = useLocation({ select: ({ hash }) => hash.replace(/^#/, '') })
  // The server does not see what stands behind `#`.
  const token = useServed() ? '' : secret
  const site = useQuery(siteQuery)
  if (token === '' && site.data?.mail === false) return <NoMail />
  if (token !== '') return <ByLink key={token} token={token} />
  return (
    <MailCard look="sealed" title={t('mailPage.forgotTitle')} hint={site.data && t('mailPage.forgotLead')}>
      <QuerySection result={site} failure={t('mailPage.failed')} loading={t('mailPage.loading')}>
        {() => <AskForLink />}
      </QuerySection>
    </MailCard>
  )
}

const STEPS = ['mailPage.askOperator', 'mailPage.openAndChoose'] as const

/** The operator makes the link. Who is logged in changes the password in the profile. */
function NoMail() {
  return (
    <MailCard look="sunk" title={t('mailPage.forgotTitle')} hint={t('mailPage.noMail')}>
      <div className="mx-auto">
        <StepList steps={STEPS} />
      </div>
      <Ways>
        <OwnAccount variant="primary" />
        <Link to="/" className="link inline-flex min-h-11 items-center justify-center">
          {t('mailPage.home')}
        </Link>
      </Ways>
    </MailCard>
  )
}

/** For who knows the password after all. */
function OwnAccount({ variant }: { variant: 'primary' | 'outline' }) {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <Button aria-haspopup="dialog" variant={variant} onClick={() => open(isAuthenticated ? 'profile' : 'login')}>
      {t(isAuthenticated ? 'account.profile' : 'account.login')}
    </Button>
  )
}

function AskForLink() {
  const [identifier, setIdentifier] = useState('')
  const ask = useMutation({
    mutationFn: (name: string) => call('POST /api/auth/forgotten-password', { body: { identifier: name } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (identifier.trim() !== '') ask.mutate(identifier.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('account.identifier')}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={identifier}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <Ways>
        <Button type="submit" busy={ask.isPending}>
          {t('mailPage.send')}
        </Button>
        <OwnAccount variant="outline" />
      </Ways>
      {ask.isSuccess && <Notice tone="good">{t('mailPage.sent')}</Notice>}
      {ask.isError && <Notice tone="bad">{ask.error.message}</Notice>}
    </form>
  )
}

/** Refusals after which the link is of no more use. */
const SPENT = ['unknown_link', 'used_link', 'expired_link']

function ByLink({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: (new_password: string) => call('POST /api/auth/reset-password', { body: { token, new_password } }),
    onSuccess: () => setPassword(''),
  })
  const { error } = reset
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate(password)
  }
  if (reset.isSuccess) return <LogIn username={reset.data.username} />
  return (
    <MailCard look="sealed" title={t('mailPage.newPassword')} hint={t('mailPage.chooseLead')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('account.newPassword')}
          required
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD.min}
          hint={t('account.atLeast', { min: PASSWORD.min })}
          value={password}
          problem={error instanceof ApiError ? error.fields.new_password : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={reset.isPending} className="self-start">
          {t('mailPage.set')}
        </Button>
        {error && (
          <Notice tone="bad">
            {error.message}{' '}
            {error instanceof ApiError && SPENT.includes(error.code ?? '') && (
              <Link to="/password" className="link">
                {t('mailPage.another')}
              </Link>
            )}
          </Notice>
        )}
      </form>
    </MailCard>
  )
}

/** The login form with the name filled in. A link logs nobody in. */
function LogIn({ username }: { username: string }) {
  const { login } = useSessionStore()
  const { isAuthenticated } = useSession()
  const [values, setValues] = useState({ identifier: username, username: '', email: '', password: '', api_key: '' })
  const [problems, setProblems] = useState<Problems>({})
  const enter = useMutation({ mutationFn: login })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf('login', values)
    setProblems(found)
    if (Object.keys(found).length === 0) enter.mutate(values)
  }
  const title = t('mailPage.newPassword')
  if (isAuthenticated && enter.isSuccess) {
    return (
      <MailCard look="done" title={title}>
        <Notice tone="good">{t('mailPage.loggedIn')}</Notice>
        <Ways>
          <Link to="/" className={buttonStyle('outline')}>
            {t('mailPage.home')}
          </Link>
        </Ways>
      </MailCard>
    )
  }
  return (
    <MailCard look="done" title={title}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Notice tone="good">{t('mailPage.isSet')}</Notice>
        <LoginFields
          mode="login"
          values={values}
          problems={problems}
          onChange={(field, value) => setValues({ ...values, [field]: value })}
        />
        <Button type="submit" busy={enter.isPending} className="self-start">
          {t('account.login')}
        </Button>
        {enter.data && <Notice tone="bad">{enter.data.error}</Notice>}
      </form>
    </MailCard>
  )
}
