import { useMemo } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { modeName } from '#shared/game-names.ts'
import { listInWords, percent } from '#shared/number-format.ts'
import { isolated, nameOrTag } from '#shared/plain-name.ts'
import { byLowerEnd } from '#shared/rate-order.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { hoursInZone, shiftToZone, spanText } from '#shared/week-hours.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubBattlesQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { HoursHeatmap } from '#web/charts/HoursHeatmap.tsx'
import { BattlesKnown, Edge, edgeText, placesColumn, RateOrder, ratedColumns } from '#web/charts/WinRate.tsx'
import { ModeLabel } from '#web/chrome/GamePictures.tsx'
import { AnalyticsCard, Expandable } from '#web/ui/Card.tsx'
import { zoneOffset } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { useServed } from '#web/ui/served.ts'
import type { Column } from '#web/ui/TableTools.tsx'
import { Text } from '#web/ui/Text.tsx'

/** A club's battles. The server renders pages without them: they are asked for when they come near the window. */
function useBattles(tag: string, days: Timeframe) {
  const served = useServed()
  return useQuery({ ...clubBattlesQuery(tag, days), enabled: !served })
}

/** When the members of a club are online. A folded card shows the hours of a day as bars. */
export function ClubHours({ tag, days }: { tag: string; days: Timeframe }) {
  const result = useBattles(tag, days)
  return (
    <AnalyticsCard
      title={t('club.hours')}
      id="hours"
      className="sm:grid sm:*:last:grid lg:grid-rows-[auto_1fr]"
      fold={<HoursInShort play={result.data} />}
      action={<span className="text-sm text-mut">{t('number.days', { days })}</span>}
      result={result}
      failure={t('club.battlesFailed')}
      loading={t('club.battlesLoading')}
      shape="h-80 rounded-md"
    >
      {(play) => (play.battles === 0 ? <NoBattles play={play} /> : <Hours play={play} />)}
    </AnalyticsCard>
  )
}

/** What the members of a club play, and who with whom. */
export function ClubPlay({ tag, days }: { tag: string; days: Timeframe }) {
  const result = useBattles(tag, days)
  return (
    <AnalyticsCard
      title={t('club.play')}
      id="play"
      fold={result.data ? togetherText(result.data) : ''}
      foldedWide
      result={result}
      failure={t('club.battlesFailed')}
      loading={t('club.battlesLoading')}
      shape="h-60 rounded-md"
    >
      {(play) => (play.battles === 0 ? <NoBattles play={play} /> : <Play tag={tag} play={play} />)}
    </AnalyticsCard>
  )
}

function NoBattles({ play: { coverage, days } }: { play: PlayAnswer }) {
  if (coverage.since === null) {
    return <EmptyState title={t('club.noLogs')} hint={t('club.noLogsHint')} />
  }
  return <EmptyState title={t('club.noBattles', { days })} />
}

function togetherText({ together_share: share }: PlayAnswer): string {
  return share === null ? '' : t('club.together', { share: percent(share) })
}

type PlayAnswer = Answer<'GET /api/analytics/club/{tag}/battles'>

/** The hour of the week in which most members are online, in the visitor's zone; null while nobody can tell. */
function busiestHour({ best_hours }: PlayAnswer, offset: number) {
  const [best] = best_hours.map((hour) => shiftToZone(hour, offset))
  if (!best) return null
  const { weekday, hour, mean_members: members } = best
  return { hours: spanText({ weekday, from: hour, to: hour + 1 }, offset), members: Math.max(1, Math.round(members)) }
}

/** What a phone shows while the card is folded. */
function HoursInShort({ play }: { play: PlayAnswer | undefined }) {
  const busiest = play && busiestHour(play, zoneOffset())
  return (
    <>
      {busiest && t('club.online', busiest)}
      {play === undefined && <svg className="mt-1 h-13 w-full" aria-hidden="true" />}
      {play && play.battles > 0 && <DayBars hours={play.hours} />}
    </>
  )
}

const BAR = 10
const BARS_HIGH = 30

/** The battles of each hour of the day as bars. The table of the opened card says the same by weekday. */
function DayBars({ hours }: Pick<PlayAnswer, 'hours'>) {
  const week = hoursInZone(hours, zoneOffset())
  const bars = Array.from({ length: 24 }, (_, hour) => {
    return { hour, battles: week.reduce((sum, day) => sum + (day[hour] ?? 0), 0) }
  })
  const most = Math.max(1, ...bars.map(({ battles }) => battles))
  return (
    <span aria-hidden="true" className="mt-1 block">
      <svg
        viewBox={`0 0 ${24 * BAR} ${BARS_HIGH}`}
        preserveAspectRatio="none"
        className="block h-8 w-full"
        aria-hidden="true"
      >
        {bars.map(({ hour, battles }) => {
          const height = 2 + (battles / most) * (BARS_HIGH - 2)
          const fill = battles > (2 / 3) * most ? 'var(--acc)' : 'var(--h2)'
          return <rect key={hour} x={hour * BAR} y={BARS_HIGH - height} width={BAR - 2} height={height} fill={fill} />
        })}
      </svg>
      <span className="flex justify-between text-sm">
        {['00:00', '06:00', '12:00', '18:00', '24:00'].map((time) => (
          <span key={time}>{time}</span>
        ))}
      </span>
    </span>
  )
}

export function sentenceOf(play: PlayAnswer, offset: number): string | null {
  const busiest = busiestHour(play, offset)
  return busiest && t('club.online', busiest)
}

function Hours({ play }: { play: PlayAnswer }) {
  const offset = zoneOffset()
  const sentence = sentenceOf(play, offset)
  return (
    <div className="grid h-full grid-cols-1 content-between gap-4">
      {sentence && (
        // On a phone the folded card says it.
        <p className="text-lg font-semibold text-balance max-sm:hidden">{sentence}</p>
      )}
      <HoursHeatmap label={t('club.hoursLabel')} hours={play.hours} offset={offset} />
      <BattlesKnown {...play.coverage} days={play.days} />
    </div>
  )
}

function Play({ tag, play }: { tag: string; play: PlayAnswer }) {
  const columns = useMemo(() => ({ modes: modeColumns(), members: memberColumns() }), [])
  return (
    <div className="grid grid-cols-1 gap-5">
      {!play.enough && <EmptyState title={t('club.ratesNeed', { battles: play.battles, needed: play.needed })} />}
      <Best play={play} offset={zoneOffset()} />
      <div>
        <p className="text-sm text-mut">{t('club.playAbout')}</p>
        <Expandable title={t('club.modes')}>
          <SortableTable
            label={t('club.modesLabel')}
            columns={columns.modes}
            rows={play.by_mode.toSorted(byLowerEnd)}
            rowKey={({ mode }) => mode}
            order={<RateOrder />}
            fileName={`club-${tagInPath(tag)}-modes`}
          />
        </Expandable>
        <Expandable title={t('club.withWhom')}>
          <Teams teams={[...play.pairs, ...play.trios].sort(byLowerEnd)} fileName={`club-${tagInPath(tag)}-teams`} />
        </Expandable>
        <Expandable title={t('club.byBattles')}>
          <SortableTable
            label={t('club.byBattles')}
            columns={columns.members}
            rows={play.members}
            rowKey={({ tag: member }) => member}
            few={ROWS_AT_FIRST}
            fileName={`club-${tagInPath(tag)}-battles`}
          />
        </Expandable>
      </div>
    </div>
  )
}

const ROWS_AT_FIRST = 8

/** When to play together, who does it best, and how often they do it. */
function Best({ play, offset }: { play: PlayAnswer; offset: number }) {
  const hours = play.best_hours.map((hour) => {
    const { weekday, hour: from, mean_members: mean, battles } = shiftToZone(hour, offset)
    const note = t('club.onlineBattles', { members: mean, battles })
    return { text: spanText({ weekday, from, to: from + 1 }, offset), note }
  })
  const pairs = bestPairs(play.pairs).map((pair) => ({
    text: teamName(pair),
    note: t('club.pairWon', { wins: pair.wins, battles: pair.wins + pair.losses, edge: edgeText(pair.edge) ?? '' }),
  }))
  return (
    <div className="grid content-start gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {hours.length > 0 && <Short title={t('club.bestHours')} lines={hours} />}
      {pairs.length > 0 && <Short title={t('club.bestPairs')} lines={pairs} />}
      {play.together_share !== null && (
        <p className="text-sm text-mut">
          <Text
            id="club.togetherOf"
            values={{
              share: percent(play.together_share),
              b: (share) => <b className="block text-xl font-extrabold text-ink">{share}</b>,
            }}
          />
        </p>
      )}
    </div>
  )
}

function Short({ title, lines }: { title: string; lines: readonly { text: string; note: string }[] }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <ol>
        {lines.map(({ text, note }) => (
          <li key={text} className="border-t border-edge py-1.5 first:border-t-0">
            <bdi dir="ltr" className="line-clamp-2">
              {text}
            </bdi>
            <span className="block text-sm text-mut">{note}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Team = PlayAnswer['pairs'][number]

/** `Ada and Milo`, `Ada, Milo and Yuki`. */
function teamName({ players }: Team): string {
  const names = players.map(({ name, tag }) => isolated(nameOrTag(name, tag)))
  return listInWords(names)
}

const BEST_PAIRS = 3

/** The pairs that win most more together than usual; none of those who win about as usual or less. */
export function bestPairs(pairs: readonly Team[]): Team[] {
  return pairs
    .filter(({ edge }) => edge !== null && edge > 0 && edgeText(edge) !== edgeText(0))
    .toSorted((one, other) => (other.edge ?? 0) - (one.edge ?? 0))
    .slice(0, BEST_PAIRS)
}

function Teams({ teams, fileName }: { teams: readonly Team[]; fileName: string }) {
  const columns = useMemo(teamColumns, [])
  if (teams.length === 0) {
    return <EmptyState title={t('club.noPairs')} hint={t('club.noPairsHint')} />
  }
  return (
    <SortableTable
      label={t('club.withWhom')}
      columns={columns}
      rows={teams}
      rowKey={({ players }) => players.map(({ tag }) => tag).join()}
      filterBy={teamName}
      filterLabel={t('club.filterPlayers')}
      few={ROWS_AT_FIRST}
      order={<RateOrder />}
      fileName={fileName}
    />
  )
}

const modeColumns = (): Column<PlayAnswer['by_mode'][number]>[] => [
  {
    id: 'mode',
    header: t('club.mode'),
    sortBy: ({ mode }) => modeName(mode),
    cell: ({ mode }) => <ModeLabel mode={mode} />,
  },
  ...ratedColumns<PlayAnswer['by_mode'][number]>(({ mode }) => modeName(mode)),
  placesColumn(),
]

const teamColumns = (): Column<Team>[] => [
  {
    id: 'players',
    header: t('ui.players'),
    sortBy: teamName,
    cell: ({ players }) => (
      <span className="flex flex-wrap gap-x-3">
        {players.map(({ tag, name }) => (
          <EntityLink key={tag} to="/player/$tag" tag={tag} name={name} className="max-w-40" clipped />
        ))}
      </span>
    ),
  },
  ...ratedColumns(teamName),
  {
    id: 'edge',
    header: t('club.teamEdge'),
    sortBy: ({ edge }) => edge,
    cell: (team) => <Edge together={team} of={teamName(team)} />,
  },
]

type Member = PlayAnswer['members'][number]
const memberName = ({ name, tag }: Member) => nameOrTag(name, tag)

const memberColumns = (): Column<Member>[] => [
  {
    id: 'name',
    header: t('club.member'),
    sortBy: memberName,
    cell: ({ tag, name }) => <EntityLink to="/player/$tag" tag={tag} name={name} clipped />,
  },
  ...ratedColumns(memberName),
  {
    id: 'together',
    header: t('club.withClubmates'),
    numeric: true,
    sortBy: ({ together_share }) => together_share,
    cell: ({ together_share }) => <KnownNumber value={together_share} format={percent} />,
  },
]
