import { Card } from '../../ui/Card.tsx'

/** What is stored, and how long. */
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

export function StoredData() {
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
