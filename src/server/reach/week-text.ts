import { everyMove } from '#server/metrics/club-moves.ts'
import { type ClubWeek, highestFirst, movesApart } from '#server/metrics/club-week.ts'
import { addDays, type CalendarDay, dayInWords, WEEK } from '#shared/days.ts'
import { reachedWords } from '#shared/event-texts.ts'
import { firstOf, formatThousands, percent, signed } from '#shared/number-format.ts'
import { plainMarkdown } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import { weekHeadline } from '#shared/week-headline.ts'

/** One sentence on a week, without names. */
export function headlineOf(week: ClubWeek): string {
  const moved = everyMove(movesApart(week))
  return weekHeadline({ ...week, joiners: moved.joined.length, leavers: moved.left.length })
}

/** What the week is called in the message: who and how much, by lists of names. */
type Shown = {
  clubName: string
  monday: CalendarDay
  week: ClubWeek
  nameOf: (tag: string) => string
}

/** The report as a message in Markdown, as Discord reads it. Names can neither format nor mention anybody. */
export function weekText({ clubName, monday, week, nameOf }: Shown): string {
  const name = (tag: string) => plainMarkdown(nameOf(tag))
  const line = (title: string, items: string[]) => (items.length === 0 ? [] : [`**${title}**: ${namesOf(items)}`])
  const moves = movesApart(week)
  const gains = (rows: ClubWeek['best']) => rows.map(({ player, gain }) => `${name(player)} ${signed(gain)}`)
  const [from, to] = [dayInWords(addDays(monday, -WEEK)), dayInWords(addDays(monday, -1))]
  return [
    t('week.of', { club: `**${plainMarkdown(clubName)}**`, from, to }),
    headlineOf(week),
    ...playFacts(week).map(([label, text]) => `${label}: ${text}`),
    ...line(t('week.best'), gains(week.best)),
    ...line(t('week.falls'), gains(week.falls)),
    ...line(t('week.joined'), moves.joiners.map(name)),
    ...line(t('week.left'), moves.leavers.map(name)),
    ...line(t('week.cameAndLeft'), moves.came_and_left.map(name)),
    ...line(t('week.leftAndBack'), moves.left_and_back.map(name)),
    ...line(
      t('week.promoted'),
      week.promoted.map(({ player }) => name(player)),
    ),
    ...line(
      t('week.anniversaries'),
      week.anniversaries.map(({ player, days }) => `${name(player)} ${describeDuration(days)}`),
    ),
    ...line(
      t('week.bests'),
      highestFirst(week.personal_bests).map(({ player, trophies }) => `${name(player)} ${formatThousands(trophies)}`),
    ),
    ...line(
      t('club.prestigeTitle'),
      (week.reached ?? []).map(({ player, ...reached }) => `${name(player)} ${plainMarkdown(reachedInShort(reached))}`),
    ),
  ].join('\n')
}

/** How many members played, and how the battles ended, as far as both are known: each with its label. */
export function playFacts({
  active_share: share,
  battles,
  win_rate: rate,
}: Pick<ClubWeek, 'active_share' | 'battles' | 'win_rate'>): (readonly [label: string, text: string])[] {
  const fought = formatThousands(battles ?? 0)
  const won = rate === null ? fought : t('week.battlesRate', { battles: fought, share: percent(rate) })
  return [
    ...(share === null ? [] : [[t('week.active'), t('week.activeShare', { share: percent(share) })] as const]),
    ...(battles === null ? [] : [[t('week.battles'), won] as const]),
  ]
}

type InShort = Omit<NonNullable<ClubWeek['reached']>[number], 'player'>

/** `Mythic II`, `Poco 2` for a prestige, `20 wins in a row with Poco`. */
export function reachedInShort(reached: InShort): string {
  const { kind, tier, brawler, figure } = reached
  if (kind === 'tier') return tierName(tier ?? '')
  return kind === 'prestige' ? `${brawler} ${figure}` : reachedWords(reached)
}

/** Names of a list that a message or a mail tells. */
const TOLD = 6

/** The first names of a list, and how many more there are: `Ada, Milo and 3 more`. */
export function namesOf(items: readonly string[]): string {
  return firstOf(items, TOLD)
}

const YEAR_DAYS = 365

function describeDuration(days: number): string {
  return days % YEAR_DAYS === 0 ? t('week.years', { years: days / YEAR_DAYS }) : t('number.days', { days })
}
