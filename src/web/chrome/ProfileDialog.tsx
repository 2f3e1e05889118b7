import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, useDocumentTitle } from '#web/app/addresses.ts'
import { call } from '#web/app/api-client.ts'
import { forgetMine } from '#web/app/follow-account.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import { forgetSearchedNames } from '#web/app/searched-names.ts'
import { apiKeyStatus } from '#web/app/session.ts'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Expandable, QuerySection } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Text } from '#web/ui/Text.tsx'
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
      <dl className="divide-y divide-edge">
        <Row label={t('account.email')}>
          {user.email}
          {mail && (
            <span className={`block text-sm font-normal ${user.email_confirmed ? 'text-good' : 'text-warn'}`}>
              {user.email_confirmed ? t('account.confirmed') : t('account.notConfirmed')}
            </span>
          )}
        </Row>
        <Row label={t('account.searches')}>{formatThousands(user.search_count)}</Row>
        <Row label={t('account.apiKey')}>
          <span className={user.has_api_key && user.api_key_status === 'active' ? 'text-good' : ''}>
            {apiKeyStatus(user)}
          </span>
        </Row>
        <Row label={t('account.since')}>
          <time dateTime={user.created_at}>{shortDay(user.created_at)}</time>
        </Row>
      </dl>
      <div className="mt-2 border-b border-edge">
        <Link
          to="/desk"
          onClick={onClose}
          className="flex min-h-11 items-center justify-between gap-3 border-t border-edge pe-1.5 font-semibold text-ink no-underline"
        >
          {t('desk.yourPlayers')}
          {/* As far from the edge as the chevrons of the sections below. */}
          <ChevronRight size={18} aria-hidden="true" className="-me-1 shrink-0 text-mut rtl:rotate-180" />
        </Link>
        <Expandable title={t('account.changePassword')}>
          <PasswordForm />
        </Expandable>
        {mail && (
          <Expandable title={t('account.mail')}>
            <MailForm />
          </Expandable>
        )}
        <Expandable title={t('account.sessions')}>
          <SessionList />
        </Expandable>
        <Expandable title={t('account.apiKey')}>
          <ApiKeyForm />
        </Expandable>
      </div>
      <Button variant="quiet" className="mt-6 mb-4 w-full" onClick={leave}>
        {t('account.logout')}
      </Button>
      <Expandable title={<span className="text-sm font-normal text-mut">{t('account.delete')}</span>}>
        <DeleteAccountForm onDeleted={onClose} />
      </Expandable>
    </Dialog>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-mut">{label}</dt>
      <dd className="text-end font-semibold">{children}</dd>
    </div>
  )
}

const SESSIONS = query('GET /api/auth/sessions', undefined, 'moments')

/** The user's sessions. All but the current one can be ended here. */
function SessionList() {
  const queries = useQueryClient()
  const sessions = useQuery({ ...SESSIONS, gcTime: 0 })
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
