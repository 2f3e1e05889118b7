import { useSession } from '#web/app/SessionProvider.tsx'
import { useDialogs } from '#web/chrome/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { HideMe } from './HideMe.tsx'

/** What is stored, for how long, and how players and users have it hidden or deleted. */
export function PrivacyPage() {
  return (
    <>
      <h1 className="text-hero font-extrabold">Privacy</h1>
      <p className="mt-1 mb-6 max-w-prose text-mut">
        What is stored here comes from the game, where everybody can see it, and from what you enter yourself. There is
        no advertising, no tracking by others and no cookie.
      </p>
      <div className="grid gap-4 pb-10">
        <StoredData />
        <Card title="Hide me" id="hide-me">
          <HideMe />
        </Card>
        <OwnAccount />
      </div>
    </>
  )
}

const STORED = [
  ['Trophies of players and clubs, each observation; battles', '100 days'],
  ['One figure a day: trophies, changes, how often it was looked at', 'for ever'],
  ['Who joined, left or rose in a club; former names', 'for ever'],
  ['Leaderboards', '100 days, one a day'],
  ['Your account: email, username, hashed password, sealed API key, latest 10 searches', 'until you delete it'],
  ['Your sessions', '30 days after the last use, 90 days at most'],
  ["A guest's session: searches left, latest 10 searches", '24 hours after the last use'],
  [
    'How often was logged in, registered or searched, under a hash of name and network',
    'an hour; 30 days after a login',
  ],
  ['Which pages were visited, under a daily changing number that leads to nobody', '7 days'],
  ['Logs: errors; logins and changes of accounts with their address', 'as long as the operator keeps logs'],
  ['In your browser: session, searches and theme', 'until you log out or clear it'],
] as const

function StoredData() {
  return (
    <Card title="What is stored, and how long">
      <dl className="divide-y divide-edge">
        {STORED.map(([what, howLong]) => (
          <div key={what} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
            <dt>{what}</dt>
            <dd className="text-mut">{howLong}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Says where users delete their account. */
function OwnAccount() {
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
