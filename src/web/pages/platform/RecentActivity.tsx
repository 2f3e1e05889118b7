import { thousands } from '../../format/abbreviate.ts'
import { Card } from '../../ui/Card.tsx'
import type { Dashboard } from './dashboard-answer.ts'

/** What happened here lately. */
export function RecentActivity({ activity }: { activity: Dashboard['recent_activity'] }) {
  const facts = [
    ['Data updates in 24 hours', activity.data_updates_24h],
    ['Analytics generated in 24 hours', activity.analytics_generated_24h],
    ['New clubs in 7 days', activity.new_clubs_7d],
    ['New players in 7 days', activity.new_players_7d],
  ] as const
  return (
    <Card title="Recent activity">
      <dl className="divide-y divide-edge">
        {facts.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
            <dt className="text-mut">{label}</dt>
            <dd className="text-lg font-extrabold">{thousands(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
