import type { ReactNode } from 'react'
import { thousands } from '../format/abbreviate.ts'
import { documentTitle } from '../format/document-title.ts'
import { shortDay } from '../format/relative-time.ts'
import { useSession, useSessionStore } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Expandable } from '../ui/Expandable.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { ApiKeyForm } from './ApiKeyForm.tsx'
import { apiKeyStatus } from './api-key-status.ts'
import { DeleteAccountForm } from './DeleteAccountForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionList } from './SessionList.tsx'
import { forgetSearchedNames } from './searched-names.ts'

/** The signed-in user's account. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const { logout } = useSessionStore()
  useDocumentTitle(documentTitle('Profile'), 'dialog')
  const leave = () => {
    onClose()
    forgetSearchedNames()
    void logout()
  }
  if (!user) return null
  return (
    <Dialog title="Profile" onClose={onClose}>
      <dl className="divide-y divide-edge">
        <Row label="Email">{user.email}</Row>
        <Row label="Total searches">{thousands(user.search_count)}</Row>
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
        <Expandable title="Change password">
          <PasswordForm />
        </Expandable>
        <Expandable title="Sessions">
          <SessionList />
        </Expandable>
        <Expandable title="Delete account">
          <DeleteAccountForm onGone={onClose} />
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
