import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PASSWORD } from '#shared/account-rules.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, ApiError, type CallArguments, call } from '#web/app/api-client.ts'
import { forgetMine } from '#web/app/follow-account.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import { forgetSearchedNames } from '#web/app/searched-names.ts'
import { Button } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Stores the user's own key of the game's API. What the game says of the key is shown. */
export function ApiKeyForm() {
  const { updateUser } = useSessionStore()
  const refused = useSession().user?.api_key_status === 'refused'
  const { public_ip } = useSite()
  const [key, setKey] = useState('')
  const update = useMutation({
    mutationFn: (api_key: string) => call('PUT /api/auth/update-api-key', { body: { api_key } }),
    onSuccess: ({ api_key_status }) => {
      updateUser({ has_api_key: true, api_key_status })
      setKey('')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() !== '') update.mutate(key.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={t('account.apiKey')}
        required
        type="password"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        hint={refused && !update.isSuccess ? refusedHint(public_ip) : addressHint(public_ip)}
      />
      <Button type="submit" variant="quiet" disabled={key.trim() === ''} busy={update.isPending}>
        {t('account.updateKey')}
      </Button>
      {update.isSuccess && <Outcome {...update.data} />}
      {update.isError && <Notice tone="bad">{failureText(update.error)}</Notice>}
    </form>
  )
}

/** The server keeps a key that the game refuses; for the user that is a failure. */
function Outcome({ api_key_status, message }: Answer<'PUT /api/auth/update-api-key'>) {
  if (api_key_status === 'refused') return <Notice tone="bad">{message}</Notice>
  return <Notice tone="good">{api_key_status === 'active' ? t('account.keyUpdated') : message}</Notice>
}

function addressHint(address: string | null): string | undefined {
  return address === null ? undefined : t('account.keyAddress', { address })
}

function refusedHint(address: string | null): string {
  return address === null ? t('account.keyRefusedServer') : t('account.keyRefusedHelp', { address })
}

function failureText(error: Error): string {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return t('account.keyError')
  return [t('account.keyFailed'), error.sentence].filter(Boolean).join(' ')
}

type Passwords = NonNullable<CallArguments<'PUT /api/auth/password'>[0]>['body']

const EMPTY: Passwords = { old_password: '', new_password: '' }

/** Changes the password. Every other session of the user ends. */
export function PasswordForm() {
  const [passwords, setPasswords] = useState(EMPTY)
  const change = useMutation({
    mutationFn: (body: Passwords) => call('PUT /api/auth/password', { body }),
    onSuccess: () => setPasswords(EMPTY),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(passwords)
  }
  const problems = change.error instanceof ApiError ? change.error.fields : {}
  const field = (name: keyof Passwords) => ({
    type: 'password',
    required: true,
    minLength: PASSWORD.min,
    value: passwords[name],
    problem: problems[name],
    onChange: (event: { target: { value: string } }) => setPasswords({ ...passwords, [name]: event.target.value }),
  })
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField label={t('account.oldPassword')} autoComplete="current-password" {...field('old_password')} />
      <TextField
        label={t('account.newPassword')}
        autoComplete="new-password"
        hint={t('account.newPasswordHelp', { min: PASSWORD.min })}
        {...field('new_password')}
      />
      <Button type="submit" variant="quiet" busy={change.isPending}>
        {t('account.changePassword')}
      </Button>
      {change.isSuccess && <Notice tone="good">{t('account.passwordChanged')}</Notice>}
      {change.isError && <Notice tone="bad">{change.error.message}</Notice>}
    </form>
  )
}

const WEEK_MAILS = query('GET /api/auth/week-mails', undefined, 'moments')

/** Whether the address is confirmed, and whose weekly report comes to it. */
export function MailForm() {
  const { user } = useSession()
  const again = useMutation({ mutationFn: () => call('POST /api/auth/confirmation', undefined) })
  const weeks = useQuery({ ...WEEK_MAILS, gcTime: 0 })
  return (
    <div className="flex flex-col gap-3">
      {user?.email_confirmed ? (
        <p className="text-mut">{t('account.mailConfirmed')}</p>
      ) : (
        <>
          <p className="text-mut">{t('account.mailOpen')}</p>
          <Button variant="outline" className="self-start" busy={again.isPending} onClick={() => again.mutate()}>
            {t('account.sendAgain')}
          </Button>
          {again.isSuccess && <Notice tone="good">{t('account.mailSent', { email: user?.email ?? '' })}</Notice>}
          {again.isError && <Notice tone="bad">{again.error.message}</Notice>}
        </>
      )}
      <h3 className="font-semibold">{t('account.weekMails')}</h3>
      <QuerySection result={weeks} failure={t('account.clubsFailed')} loading={t('account.clubsLoading')} shape="h-12">
        {({ clubs }) =>
          clubs.length === 0 ? (
            <p className="text-mut">{t('account.noClub')}</p>
          ) : (
            <ul className="divide-y divide-edge">
              {clubs.map((club) => (
                <WeekMail key={club.club_tag} {...club} />
              ))}
            </ul>
          )
        }
      </QuerySection>
    </div>
  )
}

type WeekMailProps = Answer<'GET /api/auth/week-mails'>['clubs'][number]

const WEEK_MAIL_STATE = {
  off: ['account.weekOff', 'account.weekOffPublished'],
  waiting: ['account.weekWaiting', 'account.weekWaitingPublished'],
  on: ['account.weekOn', 'account.weekOnPublished'],
} as const satisfies Record<WeekMailProps['state'], readonly [all: PlainTextId, publishedOnly: PlainTextId]>

function WeekMail({ club_tag, club_name, state, published_only }: WeekMailProps) {
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: (wanted: boolean) =>
      call('PUT /api/auth/week-mails/{tag}', { params: { tag: club_tag }, body: { wanted } }),
    onSettled: () => queries.invalidateQueries({ queryKey: WEEK_MAILS.queryKey }),
  })
  const wanted = state === 'off'
  return (
    <li className="py-1.5">
      <div className="flex min-h-14 items-center justify-between gap-4">
        <div className="min-w-0">
          <p dir="auto" className="font-semibold break-words">
            {club_name}
          </p>
          <p className="text-sm text-mut">{t(WEEK_MAIL_STATE[state][published_only ? 1 : 0])}</p>
        </div>
        <Button
          variant="outline"
          className="shrink-0"
          aria-label={
            wanted ? t('account.sendMeWeek', { club: club_name }) : t('account.stopWeek', { club: club_name })
          }
          busy={choose.isPending}
          onClick={() => choose.mutate(wanted)}
        >
          {wanted ? t('account.sendMe') : t('account.stop')}
        </Button>
      </div>
      {choose.isError && <Notice tone="bad">{choose.error.message}</Notice>}
    </li>
  )
}

/** Deletes the account. The password confirms that its owner wants it. */
export function DeleteAccountForm({ onDeleted }: { onDeleted: () => void }) {
  const { becomeGuest } = useSessionStore()
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/auth/account', { body: { password } }),
    onSuccess: () => {
      onDeleted()
      forgetSearchedNames()
      forgetMine()
      void becomeGuest()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-mut">{t('account.deleteHelp')}</p>
      <TextField
        label={t('account.yourPassword')}
        required
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="danger" disabled={password === ''} busy={remove.isPending}>
        {t('account.deleteForGood')}
      </Button>
      {remove.isError && <Notice tone="bad">{remove.error.message}</Notice>}
    </form>
  )
}
