import { apiKeyStatus } from '../../chrome/api-key-status.ts'
import { useDialogs } from '../../chrome/use-dialogs.ts'
import { thousands } from '../../format/abbreviate.ts'
import { shortDay } from '../../format/relative-time.ts'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'

/** The account in figures, and the way to its settings. */
export function AccountFacts({ user }: { user: User }) {
  const open = useDialogs()
  const facts = [
    ['Email', <bdi key="email">{user.email}</bdi>],
    ['Total searches', thousands(user.search_count)],
    ['API key', apiKeyStatus(user)],
    ['Member since', shortDay(user.created_at)],
  ] as const
  return (
    <Card title="Account">
      <dl className="mb-4 divide-y divide-edge">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0">
            <dt className="text-mut">{label}</dt>
            <dd className="min-w-0 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="outline" className="w-full" aria-haspopup="dialog" onClick={() => open('profile')}>
        Profile
      </Button>
    </Card>
  )
}
