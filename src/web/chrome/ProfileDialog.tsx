import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  ChevronRight,
  ClipboardList,
  KeyRound,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { documentTitle, useDocumentTitle } from '#web/app/addresses.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { forgetMine } from '#web/app/follow-account.ts'
import { useMine } from '#web/app/my-choice.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import { forgetSearchedNames } from '#web/app/searched-names.ts'
import type { User } from '#web/app/session.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Expandable, QuerySection } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Text } from '#web/ui/Text.tsx'
import { Water } from '#web/ui/Water.tsx'
import { ApiKeyForm, DeleteAccountForm, MailForm, PasswordForm } from './AccountForms.tsx'

/** The signed-in user's account, with forms to change it, and the way out. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const { logout } = useSessionStore()
  const { mail } = useSite()
  useDocumentTitle(documentTitle(t('account.profile')), 'dialog')
  const leave = () => {
    onClose()
    forgetSearchedNames()
    forgetMine()
    void logout()
  }
  if (!user) return null
  return (
    <Dialog title={t('account.profile')} onClose={onClose}>
      <Face user={user} />
      <Own onLeave={onClose} />
      <dl className="my-4 flex flex-wrap justify-between gap-x-6 text-sm text-mut">
        <Figure label={t('account.searches')}>{formatThousands(user.search_count)}</Figure>
        <Figure label={t('account.since')}>
          <time dateTime={user.created_at}>{shortDay(user.created_at)}</time>
        </Figure>
      </dl>
      <Expandable title={<Titled Icon={KeyRound} title={t('account.apiKey')} state={<KeyState user={user} />} />}>
        <ApiKeyForm />
      </Expandable>
      {mail && (
        <Expandable
          title={
            <Titled Icon={Mail} title={t('account.mail')} state={<MailState confirmed={user.email_confirmed} />} />
          }
        >
          <MailForm />
        </Expandable>
      )}
      <Sessions />
      <Expandable title={<Titled Icon={LockKeyhole} title={t('account.changePassword')} />}>
        <PasswordForm />
      </Expandable>
      <button type="button" onClick={leave} className="flex min-h-11 border-t border-edge text-start font-semibold">
        <Titled Icon={LogOut} title={t('account.logout')} />
      </button>
      {/* Whoever logs out on a phone should not come upon this by accident. */}
      <div className="mt-5">
        <Expandable title={<Titled Icon={Trash2} title={<span className="text-mut">{t('account.delete')}</span>} />}>
          <DeleteAccountForm onDeleted={onClose} />
        </Expandable>
      </div>
    </Dialog>
  )
}

/** Whose profile it is, on water that reaches up to the head of the dialog. */
function Face({ user: { username, email } }: { user: User }) {
  return (
    <div className="relative -mx-5 flex items-center gap-3.5 px-5 pb-6">
      <Water top="-5rem" />
      <Monogram seed={username} name={username} className="size-14 rounded-full" />
      <div className="min-w-0">
        <p className="text-lg leading-tight font-extrabold wrap-anywhere">
          <bdi>{username}</bdi>
        </p>
        <p className="text-sm text-mut wrap-anywhere">
          <bdi>{email}</bdi>
        </p>
      </div>
    </div>
  )
}

/** The user's player and club as far as they are named, and the way to the players that are proven. */
function Own({ onLeave }: { onLeave: () => void }) {
  const [player, club] = [useMine('player'), useMine('club')]
  return (
    <ul className="mt-4 grid gap-2">
      {player && (
        <li>
          <Link to="/player/$tag" params={{ tag: tagInPath(player.tag) }} onClick={onLeave} className={OWN}>
            <OwnFace label={t('me.myPlayer')} {...player} />
          </Link>
        </li>
      )}
      {club && (
        <li>
          <Link to="/club/$tag" params={{ tag: tagInPath(club.tag) }} onClick={onLeave} className={OWN}>
            <OwnFace label={t('me.myClub')} {...club} />
          </Link>
        </li>
      )}
      <li>
        <Link to="/desk" onClick={onLeave} className={player ? OWN : FIRST_STEP}>
          <span className="flex size-10 shrink-0 items-center justify-center rounded-sm bg-card text-acc">
            <ClipboardList size={20} aria-hidden="true" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{t(player ? 'desk.yourPlayers' : 'dashboard.linkPlayer')}</span>
            {!player && <span className="block text-sm">{t('dashboard.linkGives')}</span>}
          </span>
          <Onward />
        </Link>
      </li>
    </ul>
  )
}

const ROW = 'flex min-h-14 items-center gap-3 rounded-md px-3 py-2 no-underline hover:lift'
const OWN = `${ROW} bg-raise text-ink`
/** Whoever has no player yet is led to linking one first. */
const FIRST_STEP = `${ROW} bg-acc text-onacc`

function OwnFace({ label, tag, name }: { label: string; tag: string; name: string }) {
  const shown = nameOrTag(name, tag)
  return (
    <>
      <Monogram seed={tag} name={shown} className="size-10 rounded-sm" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-mut">{label}</span>
        <PlayerName name={shown} className="block truncate font-semibold" />
      </span>
      <Onward />
    </>
  )
}

const Onward = () => <ChevronRight size={18} aria-hidden="true" className="shrink-0 rtl:rotate-180" />

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}

/** What a row is for, and how it stands with that. */
function Titled({ Icon, title, state }: { Icon: LucideIcon; title: ReactNode; state?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Icon size={18} aria-hidden="true" className="shrink-0 text-mut" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span>{title}</span>
        <span className="text-sm font-normal text-mut">{state}</span>
      </span>
    </span>
  )
}

function KeyState({ user }: { user: User }) {
  return (
    <span className={user.has_api_key && user.api_key_status === 'active' ? 'text-good' : ''}>
      {apiKeyStatus(user)}
    </span>
  )
}

const KEY_STATUS: Record<User['api_key_status'], PlainTextId> = {
  active: 'account.keyActive',
  not_set: 'account.keyNotSet',
  refused: 'account.keyRefused',
  unverified: 'account.keyUnverified',
}

/** In words, whether the user has an own key of the game's API and whether it works. */
export function apiKeyStatus({ has_api_key, api_key_status }: Pick<User, 'has_api_key' | 'api_key_status'>): string {
  return t(has_api_key ? KEY_STATUS[api_key_status] : KEY_STATUS.not_set)
}

function MailState({ confirmed }: { confirmed: boolean }) {
  return (
    <span className={confirmed ? 'text-good' : 'text-warn'}>
      {confirmed ? t('account.confirmed') : t('account.notConfirmed')}
    </span>
  )
}

const SESSIONS = query('GET /api/auth/sessions', undefined, 'moments')

/** The user's sessions, folded to their number. All but the current one can be ended here. */
function Sessions() {
  const sessions = useQuery({ ...SESSIONS, gcTime: 0 })
  const count = sessions.data && formatThousands(sessions.data.sessions.length)
  return (
    <Expandable title={<Titled Icon={MonitorSmartphone} title={t('account.sessions')} state={count} />}>
      <SessionList sessions={sessions} />
    </Expandable>
  )
}

function SessionList({ sessions }: { sessions: UseQueryResult<Answer<'GET /api/auth/sessions'>> }) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE /api/auth/sessions/{id}', { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS.queryKey }),
  })
  return (
    <QuerySection
      result={sessions}
      failure={t('account.sessionsFailed')}
      loading={t('account.sessionsLoading')}
      shape="h-12"
    >
      {(data) => (
        <>
          <ul className="divide-y divide-edge">
            {data.sessions
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map(({ id, created_at, last_used_at, current }) => (
                <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-1.5">
                  <div>
                    <p className="font-semibold">
                      {current ? t('account.thisBrowser') : t('account.session', { id: id.slice(0, 6) })}
                    </p>
                    <p className="text-sm text-mut">
                      <Text
                        id="account.sessionTimes"
                        values={{ time: <RelativeTime time={last_used_at} />, day: shortDay(created_at) }}
                      />
                    </p>
                  </div>
                  {!current && (
                    <Button
                      variant="outline"
                      aria-label={t('account.endSession', { id: id.slice(0, 6) })}
                      busy={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      {t('account.end')}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
          {end.isError && <Notice tone="bad">{end.error.message}</Notice>}
        </>
      )}
    </QuerySection>
  )
}
