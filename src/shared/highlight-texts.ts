import type { Output } from './contract/endpoint.ts'
import type { getDashboard } from './contract/platform.ts'
import { formatThousands, percent, signed } from './number-format.ts'
import { streakText } from './streak-text.ts'
import { t } from './texts.ts'

type Highlight = Output<typeof getDashboard>['analytics_highlights'][number]
type Told = Pick<Highlight, 'kind' | 'value' | 'of'>

const TITLES = {
  most_active: 'platform.mostActive',
  climber: 'platform.climber',
  most_consistent: 'platform.mostConsistent',
  fewest_ghosts: 'platform.fewestGhosts',
  longest_streak: 'platform.longestStreak',
} as const

/** What a highlight is for, its figure, and what the figure means. */
export function highlightWords({ kind, value, of }: Told): Pick<Highlight, 'title' | 'metric' | 'description'> {
  const change = (size: number, format: (size: number) => string) => signed(size, format, { zero: '' })
  const words = {
    most_active: () => [percent(value), t('platform.ofMembersPlayed')],
    climber: () => [change(value, percent), t('platform.climbed', { trophies: change(of ?? 0, formatThousands) })],
    most_consistent: () => [formatThousands(value), t('platform.everyWeek')],
    fewest_ghosts: () => [t('platform.ghosts', { count: value }), t('platform.ofMembers', { count: of ?? 0 })],
    longest_streak: () => [streakText(value), t('platform.daily')],
  }
  const [metric = '', description = ''] = words[kind]()
  return { title: t(TITLES[kind]), metric, description }
}
