import type { Output } from './contract/endpoint.ts'
import type { getDashboard } from './contract/platform.ts'
import { formatThousands, percent, signed } from './number-format.ts'
import { pageTexts, type Translator } from './texts.ts'

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
export function highlightWords(
  { kind, value, of }: Told,
  { t, language }: Translator = pageTexts(),
): Pick<Highlight, 'title' | 'metric' | 'description'> {
  const change = (size: number, format: (size: number) => string) => signed(size, format, { zero: '' })
  const words = {
    most_active: () => [percent(value, language), t('platform.ofMembersPlayed')],
    climber: () => [
      change(value, (size) => percent(size, language)),
      t('platform.climbed', { trophies: change(of ?? 0, (size) => formatThousands(size, language)) }),
    ],
    most_consistent: () => [formatThousands(value, language), t('platform.everyWeek')],
    fewest_ghosts: () => [t('platform.ghosts', { count: value }), t('platform.ofMembers', { count: of ?? 0 })],
    longest_streak: () => [t('number.days', { days: value }), t('platform.daily')],
  }
  const [metric = '', description = ''] = words[kind]()
  return { title: t(TITLES[kind]), metric, description }
}
