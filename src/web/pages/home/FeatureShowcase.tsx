import { CalendarDays, ChartLine, Ghost, ListOrdered, Medal, UserCheck } from 'lucide-react'

const FEATURES = [
  {
    Icon: ChartLine,
    title: 'Trophy progression',
    text: 'The line of a club or player over 7 to 90 days, with its peaks and falls.',
  },
  { Icon: CalendarDays, title: 'Activity heatmap', text: 'Who played on which day, and how much, at one look.' },
  {
    Icon: UserCheck,
    title: 'Member scorecards',
    text: 'Contribution, consistency and trend of every member, explained.',
  },
  {
    Icon: Ghost,
    title: 'Ghost members',
    text: 'Who has gone silent, and for how long. Newcomers are not among them.',
  },
  { Icon: Medal, title: 'Milestones', text: 'Which mark comes next, and how many days it takes at this pace.' },
  { Icon: ListOrdered, title: 'Leaderboards', text: 'The best players and clubs of the world and of 16 countries.' },
] as const

/** What the pages of clubs and players tell. */
export function FeatureShowcase() {
  return (
    <section aria-labelledby="features" className="mt-14">
      <h2 id="features" className="mb-4 text-xl font-semibold">
        What you can find out
      </h2>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3.5">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-raise text-acc">
              <Icon size={21} aria-hidden="true" />
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-0.5 text-mut">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
