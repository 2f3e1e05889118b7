import {
  CalendarDays,
  ChartSpline,
  ClipboardList,
  ListOrdered,
  Milestone,
  Swords,
  Trophy,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'

const FEATURES = [
  {
    Icon: ChartSpline,
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
    Icon: UserX,
    title: 'Ghost members',
    text: 'Who has gone silent, and for how long. Newcomers are not among them.',
  },
  { Icon: Milestone, title: 'Milestones', text: 'Which mark comes next, and when it is likely to be reached.' },
  { Icon: ListOrdered, title: 'Leaderboards', text: 'The best players and clubs of the world and of 16 countries.' },
  {
    Icon: Swords,
    title: 'Battles',
    text: 'Which brawlers, modes and maps a player wins with, and with whom.',
  },
  {
    Icon: Trophy,
    title: 'Brawlers that win',
    text: 'By mode, map and trophies, and the maps in rotation first.',
  },
  {
    Icon: ClipboardList,
    title: "The leader's desk",
    text: 'Whom to remove, warn or promote, and why. Private to your club.',
  },
] as const

/** What the pages of clubs and players show. */
export function FeatureShowcase() {
  return (
    <section aria-labelledby="features" className="mt-10 max-sm:late-185 sm:mt-14">
      <h2 id="features" className="mb-4 text-xl font-semibold">
        What you can find out
      </h2>
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 sm:gap-y-6 lg:grid-cols-3">
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3.5">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-raise text-acc">
              <Icon size={21} aria-hidden="true" />
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-0.5 text-mut max-sm:text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Invites guests to sign up, and users to open their dashboard. */
export function CallToAction() {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <section
      aria-labelledby="start"
      className="mt-10 flex flex-wrap items-center justify-between gap-6 rounded-lg border border-edge bg-linear-to-r from-raise to-card px-6 py-7 max-sm:late-42.5"
    >
      <div className="max-w-xl">
        <h2 id="start" className="text-xl font-semibold">
          {isAuthenticated ? 'Pick up where you left off' : 'Search without a limit'}
        </h2>
        <p className="mt-1 text-mut">
          {isAuthenticated
            ? 'Your latest searches wait on your dashboard.'
            : 'A free account has unlimited searches and a dashboard with your latest ones. Guests have 5 searches in a session.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isAuthenticated ? (
          <Link to="/dashboard" className={buttonStyle()}>
            Open Dashboard
          </Link>
        ) : (
          <Button onClick={() => open('register')}>Sign Up</Button>
        )}
        <Link to="/browse/clubs" className={buttonStyle('outline')}>
          Browse Clubs
        </Link>
      </div>
    </section>
  )
}
