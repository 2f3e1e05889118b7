import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatThousands } from '#shared/number-format.ts'
import { documentTitle, useDocumentTitle } from '#web/app/addresses.ts'
import { call } from '#web/app/api-client.ts'
import { forgetMine } from '#web/app/mine.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import { forgetSearchedNames } from '#web/app/searched-names.ts'
import { apiKeyStatus } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Expandable, QuerySection } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { ApiKeyForm, DeleteAccountForm, MailForm, PasswordForm } from './AccountForms.tsx'

/** The signed-in user's account, with forms to change it, and the way out. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const { logout } = useSessionStore()
  const { mail } = useSite()
  useDocumentTitle(documentTitle('Profile'), 'dialog')
  const leave = () => {
    onClose()
    forgetSearchedNames()
    forgetMine()
    void logout()
  }
  if (!user) return null
  return (
    <Dialog title="Profile" onClose={onClose}>
      <dl className="divide-y divide-edge">
        <Row label="Email">
          {user.email}
          {mail && (
            <span className={`block text-sm font-normal ${user.email_confirmed ? 'text-good' : 'text-warn'}`}>
              {user.email_confirmed ? 'Confirmed' : 'Not confirmed'}
            </span>
          )}
        </Row>
        <Row label="Total searches">{formatThousands(user.search_count)}</Row>
        <Row label="API key">
          <span className={user.has_api_key && user.api_key_status === 'active' ? 'text-good' : ''}>
            {apiKeyStatus(user)}
          </span>
        </Row>
        <Row label="Member since">
          <time dateTime={user.created_at}>{shortDay(user.created_at)}</time>
        </Row>
      </dl>
      <ApiKeyForm />
      <div className="mt-5 border-b border-edge">
        {mail && (
          <Expandable title="Mail">
            <MailForm />
          </Expandable>
        )}
        <Expandable title="Change password">
          <PasswordForm />
        </Expandable>
        <Expandable title="Sessions">
          <SessionList />
        </Expandable>
        <Expandable title="Delete account">
          <DeleteAccountForm onDeleted={onClose} />
        </Expandable>
      </div>
      <Button variant="danger" className="mt-6 w-full" onClick={leave}>
        Logout
      </Button>
    </Dialog>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-mut">{label}</dt>
      <dd className="text-right font-semibold">{children}</dd>
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
    <QuerySection result={sessions} failure="Failed to load your sessions" loading="Loading your sessions" shape="h-12">
      {(data) => (
        <>
          <ul className="divide-y divide-edge">
            {data.sessions
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map(({ id, created_at, last_used_at, current }) => (
                <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-1.5">
                  <div>
                    <p className="font-semibold">{current ? 'This browser' : `Session ${id.slice(0, 6)}`}</p>
                    <p className="text-sm text-mut">
                      <RelativeTime time={last_used_at} /> · since {shortDay(created_at)}
                    </p>
                  </div>
                  {!current && (
                    <Button
                      variant="outline"
                      aria-label={`End session ${id.slice(0, 6)}`}
                      busy={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      End
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
