import { Crown, Shield, ShieldHalf, User } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { activityText } from '#shared/bands.ts'
import type { Timeframe } from '#shared/days.ts'
import { roleName, roleRank } from '#shared/game-names.ts'
import type { ClubRole } from '#shared/kinds.ts'
import { decimal, formatThousands, signed } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { RANKED_TIERS, standingText } from '#shared/ranked-tiers.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQuery, clubRankedQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { readList, writeText } from '#web/app/storage.ts'
import { daysOfSilence, type Silence, silenceOf } from '#web/chrome/Pod.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { fullTime } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { useFailure } from '#web/ui/failed-parts.ts'
import { learningOf } from '#web/ui/learning.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber, Unknown } from '#web/ui/StatGrid.tsx'
import { useServed } from '#web/ui/served.ts'
import type { Column } from '#web/ui/TableTools.tsx'
import { Text } from '#web/ui/Text.tsx'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'
import { whyNotJudged } from './judged-members.ts'

/** All members in a table that can be sorted, filtered and downloaded. */
export function MemberTable({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const scored = useQuery(memberScoresQuery(tag, days))
  const scores = scored.data
  const isScoreless = useFailure(scored) !== undefined
  const { data: analytics } = useQuery(clubAnalyticsQuery(tag))
  const [chosen, choose] = useChosenColumns()
  const served = useServed()
  const { data: ranked } = useQuery({ ...clubRankedQuery(tag), enabled: !served })
  const known = scores?.member_scores ?? []
  const isJudged = learningOf(analytics) === null && scores?.learning == null
  return (
    <AnalyticsCard
      title={t('ui.members')}
      id="members"
      fold={club.data ? String(club.data.members.length) : ''}
      result={club}
      failure={t('club.failed')}
      loading={t('club.membersLoading')}
      shape="h-96 rounded-md"
    >
      {({ members }) =>
        members.length === 0 ? (
          <EmptyState title={t('club.noMembers')} />
        ) : (
          <SortableTable
            label={t('club.membersLabel')}
            columns={memberColumns(spanOf(known, days), isJudged).filter(
              ({ id }) => !isScoreless || !OF_SCORES.has(id),
            )}
            rows={withLadders(memberRows(members, known), ranked?.members ?? [])}
            rowKey={(row) => row.tag}
            chosen={chosen}
            onChoose={choose}
            filterBy={(row) => `${plainName(row.name)} ${row.tag} ${row.role}`}
            filterLabel={t('club.filter')}
            fileName={`club-${tagInPath(tag)}-members`}
            few={ROWS_AT_FIRST}
            onPaper
          />
        )
      }
    </AnalyticsCard>
  )
}

/** The optional columns that the visitor chose, which the browser keeps for all clubs. The server knows none. */
function useChosenColumns() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  useEffect(() => {
    const kept = readList('delphin.columns').filter((id) => typeof id === 'string')
    if (kept.length > 0) setChosen(kept)
  }, [])
  const choose = (ids: readonly string[]) => {
    setChosen(ids)
    writeText('delphin.columns', ids.length === 0 ? null : JSON.stringify(ids))
  }
  return [chosen, choose] as const
}

type ClubMember = Answer<'GET /api/browse/club/{tag}'>['members'][number]
type MemberScore = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]
type Member = Pick<ClubMember, 'tag' | 'name' | 'trophies' | 'role' | 'last_change_at'>
type Score = Pick<
  MemberScore,
  | 'player_tag'
  | 'overall_score'
  | 'activity_score'
  | 'gain'
  | 'span_days'
  | 'learning'
  | 'resting'
  | 'days_silent'
  | 'silent_at_least'
>
type MemberRow = Member & Omit<Score, 'player_tag'> & { silence: Silence | null }

const UNSCORED = { overall_score: null, activity_score: null }
const UNSEEN = { days_silent: null, silent_at_least: false, resting: false }
const NO_SCORE: Score = { player_tag: '', ...UNSCORED, ...UNSEEN, gain: null, span_days: 0, learning: null }

/** The days that the gains are about: fewer than asked for where tracking began later. */
function spanOf(scores: readonly Pick<Score, 'gain' | 'span_days'>[], days: Timeframe): number {
  const spans = scores.flatMap(({ gain, span_days }) => (gain === null ? [] : [span_days]))
  return spans.length === 0 ? days : Math.max(...spans)
}

/** Members with their scores, by role from the president down, then by trophies. Unknown scores are null. */
export function memberRows(members: readonly Member[], scores: readonly Score[]): MemberRow[] {
  const byTag = new Map(scores.map((score) => [score.player_tag, score]))
  return members
    .map(({ tag, name, trophies, role, last_change_at }) => {
      const { player_tag: _, ...score } = byTag.get(tag) ?? NO_SCORE
      const silence = silenceOf(score)
      // On how many days a silent member played is known; the score alone is not told of them.
      const untold = score.learning ? UNSCORED : score.resting && { overall_score: null }
      return { tag, name, trophies, role, last_change_at, silence, ...score, ...untold }
    })
    .toSorted((one, other) => roleRank(one.role) - roleRank(other.role) || other.trophies - one.trophies)
}

type Ladders = Pick<
  Answer<'GET /api/browse/club/{tag}/ranked'>['members'][number],
  'tier' | 'tier_place' | 'rating' | 'prestige'
>
type ShownRow = MemberRow & Ladders

const NO_LADDERS: Ladders = { tier: null, tier_place: null, rating: null, prestige: null }

/** Rows with tier, rating and prestige, each null where it is not known. */
function withLadders(rows: readonly MemberRow[], ladders: readonly (Ladders & { player_tag: string })[]): ShownRow[] {
  const byTag = new Map(ladders.map((member) => [member.player_tag, member]))
  return rows.map((row) => {
    const { tier, tier_place, rating, prestige } = byTag.get(row.tag) ?? NO_LADDERS
    return { ...row, tier, tier_place, rating, prestige }
  })
}

const ROWS_AT_FIRST = 6

/** The columns whose values come from the scores alone. */
const OF_SCORES: ReadonlySet<string> = new Set(['gain', 'score', 'activity', 'silent'])

const oneDecimal = (value: number) => decimal(value)

/** The columns. Gains are those of `span` days. Scores are left out while nobody can be judged yet. */
function memberColumns(span: number, isJudged: boolean): Column<ShownRow>[] {
  return [
    {
      id: 'name',
      header: t('club.member'),
      sortBy: ({ name }) => plainName(name),
      cell: ({ tag, name }) => (
        <EntityLink to="/player/$tag" tag={tag} name={name} className="block max-w-56" clipped />
      ),
    },
    {
      id: 'trophies',
      header: t('ui.trophies'),
      sortBy: ({ trophies }) => trophies,
      cell: ({ trophies }) => formatThousands(trophies),
      numeric: true,
      phone: 'lead',
    },
    {
      id: 'role',
      header: t('club.role'),
      sortBy: ({ role }) => roleRank(role),
      cell: ({ role }) => <RoleLabel role={role} />,
      csv: ({ role }) => roleName(role),
      phone: 'plain',
    },
    {
      id: 'gain',
      header: t('club.gainHead', { days: span }),
      numeric: true,
      sortBy: ({ gain }) => gain,
      cell: (row) => <Gain {...row} span={span} />,
    },
    ...(isJudged ? scoreColumns() : []),
    {
      id: 'silent',
      header: t('club.silentHead'),
      phone: 'none',
      sortBy: ({ silence }) => silence?.days ?? null,
      cell: (row) => <SilentDays {...row} />,
      csv: ({ silence }) => silence && daysOfSilence(silence),
    },
    ...ladderColumns(),
    {
      id: 'tag',
      header: t('club.tag'),
      phone: 'none',
      sortBy: ({ tag }) => tag,
      cell: ({ tag }) => <span translate="no">{tag}</span>,
    },
  ]
}

const calm = (content: ReactNode) => <span className="text-sm text-mut">{content}</span>

/** A gain, and its days where they are fewer than those of the column. */
function Gain({ gain, span_days, span }: Pick<MemberRow, 'gain' | 'span_days'> & { span: number }) {
  const value = <KnownNumber value={gain} format={signed} />
  if (gain === null || span_days >= span) return value
  return <Text id="club.gainFewer" values={{ gain: value, days: span_days, small: calm }} />
}

const scoreColumns = (): Column<ShownRow>[] => [
  {
    id: 'score',
    header: t('club.score'),
    numeric: true,
    sortBy: (row) => row.overall_score,
    cell: (row) => {
      const reason = whyNotJudged(row)
      if (reason) return <span className="text-sm text-mut">{reason}</span>
      return <KnownNumber value={row.overall_score} format={oneDecimal} />
    },
  },
  {
    id: 'activity',
    header: t('ui.activity'),
    numeric: true,
    phone: 'none',
    sortBy: (row) => row.activity_score,
    cell: (row) => <KnownNumber value={row.activity_score} format={activityText} />,
  },
]

const ladderColumns = (): Column<ShownRow>[] => [
  {
    id: 'ranked',
    header: t('club.rankedHead'),
    optional: true,
    sortBy: standingPlace,
    cell: (row) => <Standing {...row} />,
    csv: standingText,
  },
  {
    id: 'prestige',
    header: t('score.prestige'),
    numeric: true,
    optional: true,
    sortBy: ({ prestige }) => prestige,
    cell: ({ prestige }) => <KnownNumber value={prestige} />,
  },
]

/** By the rating, without one by that with which the tier begins. Unranked is below every rating. */
function standingPlace({ tier_place: place, rating }: Ladders): number | null {
  if (rating !== null || place === null) return rating
  return RANKED_TIERS[place - 1]?.from ?? -1
}

function Standing({ tier, tier_place: place, rating }: Ladders) {
  const text = standingText({ tier, rating })
  if (text === null) return <Unknown />
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom whitespace-nowrap">
      {tier !== null && <TierEmblem place={place} className="size-5" />}
      {text}
    </span>
  )
}

/** The known days without play; the title tells when trophies last changed. */
function SilentDays({ silence, last_change_at: time }: MemberRow) {
  if (silence === null) return <Unknown />
  const title = () => (time === null ? t('club.neverChanged') : t('club.lastChanged', { time: fullTime(time) }))
  return (
    <span onPointerEnter={(event) => event.currentTarget.setAttribute('title', title())}>{daysOfSilence(silence)}</span>
  )
}

const ICONS = { president: Crown, vicePresident: Shield, senior: ShieldHalf, member: User } satisfies Record<
  ClubRole,
  unknown
>

/** A role in words, with an icon. */
function RoleLabel({ role }: { role: ClubRole }) {
  const Icon = ICONS[role]
  return (
    <span className="inline-flex items-center align-bottom gap-1.5 whitespace-nowrap">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-mut" />
      {roleName(role)}
    </span>
  )
}
