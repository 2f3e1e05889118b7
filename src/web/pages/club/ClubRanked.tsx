import type { ReactNode } from 'react'
import { type CalendarDay, dayInWords, dayOf, daysBetween } from '#shared/days.ts'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { standingText, tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubRankedQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { AnalyticsCard, Expandable } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { useServed } from '#web/ui/served.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { TierEmblem, tierColour } from '#web/ui/TierEmblem.tsx'

type Ranked = Answer<'GET /api/browse/club/{tag}/ranked'>
type RankedMember = Ranked['members'][number]

/** Which tiers the members of a club stand in, and what prestige they have together. */
export function ClubRanked({ tag }: { tag: string }) {
  // Far down: the server leaves it to the browser.
  const served = useServed()
  const result = useQuery({ ...clubRankedQuery(tag), enabled: !served })
  return (
    <AnalyticsCard
      title={t('club.prestigeTitle')}
      id="ranked"
      fold={inShort(result.data)}
      foldedWide
      action={<RankedExplain />}
      result={result}
      failure={t('club.tiersFailed')}
      loading={t('club.tiersLoading')}
      shape="h-60 rounded-md"
    >
      {(ranked) => <Tiers {...ranked} />}
    </AnalyticsCard>
  )
}

function RankedExplain() {
  return (
    <Explain label={t('club.prestigeTitle')}>
      <p>{t('club.tiersAbout')}</p>
      <p>{t('club.prestigeAbout')}</p>
    </Explain>
  )
}

/** `place` is one of its tiers, for shape and colour. */
type League = { name: string; place: number | null; members: RankedMember[] }

/** The leagues with members, the highest first: tiers without their steps, so `Mythic` is Mythic I to III. */
export function leaguesOf({ tiers, members }: Pick<Ranked, 'tiers' | 'members'>): League[] {
  const leagueOf = (tier: string, place: number | null) => tierName(place === null ? tier : tier.replace(/ I+$/, ''))
  const leagues = new Map(tiers.map(({ tier, tier_place }) => [leagueOf(tier, tier_place), tier_place]))
  return [...leagues].map(([name, place]) => {
    return {
      name,
      place,
      members: members.filter(({ tier, tier_place }) => tier !== null && leagueOf(tier, tier_place) === name),
    }
  })
}

/** The line of the folded card: it may have the answer already. */
function inShort(ranked: Ranked | undefined): string {
  const leagues = ranked ? leaguesOf(ranked) : []
  const [most] = leagues.toSorted((one, other) => other.members.length - one.members.length)
  return most ? t('club.tiersShort', { members: most.members.length, all: sizeOf(ranked), tier: most.name }) : ''
}

const sizeOf = (ranked: Ranked | undefined) => {
  return (ranked?.unknown_members ?? 0) + (ranked?.members.filter(({ tier }) => tier !== null).length ?? 0)
}

function Tiers(ranked: Ranked) {
  const { members, unknown_members: unknown, prestige, last_updated } = ranked
  const leagues = leaguesOf(ranked)
  const most = Math.max(unknown, ...leagues.map((league) => league.members.length))
  const today = dayOf(new Date(last_updated))
  const list = (some: readonly RankedMember[]) => (
    <ul>
      {some.map((member) => (
        <Member key={member.player_tag} member={member} today={today} />
      ))}
    </ul>
  )
  const untold = members.filter(({ tier }) => tier === null)
  return (
    <>
      <PrestigeLine {...prestige} members={sizeOf(ranked)} />
      {leagues.length === 0 && <EmptyState title={t('club.noTiers')} hint={t('club.noTiersHint')} />}
      {leagues.map(({ name, place, members: own }) => (
        <Expandable key={name} title={<LeagueBar label={name} place={place} members={own.length} most={most} />}>
          {list(own)}
        </Expandable>
      ))}
      {leagues.length > 0 && unknown > 0 && (
        <Expandable title={<LeagueBar label={t('club.tierUnknown')} members={unknown} most={most} unknown />}>
          {list(untold)}
          {unknown > untold.length && (
            <p className="text-sm text-mut">{t('club.hiddenMembers', { members: unknown - untold.length })}</p>
          )}
        </Expandable>
      )}
    </>
  )
}

type PrestigeProps = Ranked['prestige'] & { members: number }

function PrestigeLine({ total, known_members: known, members }: PrestigeProps) {
  if (total === null) return <p className="mb-2 text-mut">{t('club.noPrestige')}</p>
  const shown = { total: formatThousands(total), b: strong }
  return (
    <p className="mb-2">
      {known < members ? (
        <Text id="club.prestigeOf" values={{ ...shown, known, members, mut: calm }} />
      ) : (
        <Text id="club.prestige" values={shown} />
      )}
    </p>
  )
}

const strong = (content: ReactNode) => <span className="text-xl font-extrabold">{content}</span>
const calm = (content: ReactNode) => <span className="text-mut">{content}</span>

type BarProps = { label: string; place?: number | null; members: number; most: number; unknown?: boolean }

/** A bar in proportion to the longest one. Of whom nothing is known is an outline, not a height. */
function LeagueBar({ label, place = null, members, most, unknown = false }: BarProps) {
  const colour = place ? tierColour(place) : 'var(--mut)'
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[7rem_1fr_3.5rem] items-center gap-x-3">
      <span className={`flex min-w-0 items-center gap-1.5 ${unknown ? 'text-mut' : ''}`}>
        {!unknown && <TierEmblem place={place} steps={false} className="size-5" />}
        <span className="min-w-0">{label}</span>
      </span>
      <Bar
        share={(members / most) * 100}
        className="h-3"
        {...(unknown ? { tone: 'border border-dashed border-line' } : { colour })}
      />
      <span className="text-end font-extrabold">
        <Text id="club.tierMembers" values={{ size: String(members), members, said: saidOnly }} />
      </span>
    </span>
  )
}

/** A profile that is older than this is told with its day. */
const FRESH_DAYS = 7

function Member({ member, today }: { member: RankedMember; today: CalendarDay }) {
  const { player_tag: tag, player_name: name, tier, rating, prestige, as_of, tier_place: place } = member
  const figures = [
    standingText({ tier, rating }),
    prestige === null ? null : t('club.prestigeFact', { level: prestige }),
  ]
  const told = factsInWords(figures) || t('ui.notKnownYet')
  const old = as_of !== null && daysBetween(as_of as CalendarDay, today) > FRESH_DAYS
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
      <EntityLink to="/player/$tag" tag={tag} name={name} className="min-w-0 font-semibold" clipped />
      <span className="flex items-center gap-1.5 text-sm text-mut">
        {tier !== null && <TierEmblem place={place} className="size-5" />}
        {old ? t('club.toldOn', { figures: told, day: dayInWords(as_of) }) : told}
      </span>
    </li>
  )
}
