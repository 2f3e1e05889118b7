import { useDialogs } from '../../chrome/use-dialogs.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'

/** Where an account is deleted. */
export function OwnAccount() {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <Card title="Your account" id="account">
      <p className="mb-4 max-w-prose text-mut">
        Your profile shows where you are logged in, and deletes the account with everything that belongs to it, at once.
      </p>
      <Button variant="outline" onClick={() => open(isAuthenticated ? 'profile' : 'login')}>
        {isAuthenticated ? 'Open your profile' : 'Log in to your account'}
      </Button>
    </Card>
  )
}
