import { type ReactNode, useState } from 'react'
import { addDays, calendarDay } from '#shared/days.ts'
import { roleName } from '#shared/game-names.ts'
import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import { weekHeadline } from '#shared/week-headline.ts'
import type { Answer } from '#web/app/api-client.ts'
import { EntityLink } from '#web/ui/Avatar.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Explain } from '#web/ui/Explain.tsx'
import { Highlight } from '#web/ui/Notice.tsx'
import { KnownNumber, StatGrid } from '#web/ui/StatGrid.tsx'

export type PublishedWeek = Answer<'GET /api/browse/club/{tag}/weeks/{date}'>

/** A club's week: what moved it, who did best, who joined and left, anniversaries and records. */
export function WeekFacts({ week }: { week: PublishedWeek }) {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-mut">
        {t('desk.weekSpan', { from: shortDay(week.from), until: lastDayOf(week), known: week.known_days })}
      </p>
      <Highlight sentence={headlineOf(week)} />
      <Growth week={week} />
      <ActiveShare week={week} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Gains
          title={t('desk.bestOfWeek')}
          people={week.best}
          none={t(week.played === null ? 'desk.wonUnknown' : 'desk.nobodyWon')}
        />
        {(week.falls.length > 0 || week.played === null) && (
          <Gains title={t('desk.falls')} people={week.falls} none={t('desk.wonUnknown')} />
        )}
      </div>
      <Moves week={week} />
      <Worth week={week} />
    </div>
  )
}

function headlineOf(week: PublishedWeek): string {
  const both = week.came_and_left.length + week.left_and_back.length
  return weekHeadline({ ...week, joiners: week.joiners.length + both, leavers: week.leavers.length + both })
}

/** A report is of the seven days before its Monday. */
export const lastDayOf = ({ date }: Pick<PublishedWeek, 'date'>) => shortDay(addDays(calendarDay(date), -1))

const inTrophies = (value: number) => signed(value, formatThousands, { zero: '' })

function Growth({ week }: { week: PublishedWeek }) {
  const { growth, played, joined, left, battles, win_rate } = week
  const known = (value: number | null) => <KnownNumber value={value} format={inTrophies} />
  const fought = [
    ...(battles === null ? [] : [{ label: t('desk.weekBattles'), value: formatThousands(battles) }]),
    ...(win_rate === null ? [] : [{ label: t('desk.wonAgainst'), value: percent(win_rate) }]),
  ]
  return (
    <>
      <StatGrid
        label={t('score.clubMoves')}
        stats={[
          { label: t('desk.inAll'), value: known(growth), explain: <GrowthExplain /> },
          { label: t('desk.wonByPlay'), value: known(played) },
          { label: t('desk.joined'), value: known(joined) },
          { label: t('desk.left'), value: known(left) },
        ]}
      />
      {fought.length > 0 && <StatGrid label={t('desk.battlesOfWeek')} stats={fought} />}
    </>
  )
}

function GrowthExplain() {
  return (
    <Explain label={t('desk.inAll')}>
      <p>{t('desk.inAllHelp')}</p>
      <p>{t('desk.inAllReset')}</p>
    </Explain>
  )
}

/** How many played, against the weeks before: as bars, and in numbers. */
function ActiveShare({ week: { active_share, active_shares_before } }: { week: PublishedWeek }) {
  if (active_share === null) return null
  const shares = [...active_shares_before, active_share]
  return (
    <Card title={t('desk.whoPlayed')}>
      <dl className="grid gap-1.5">
        {shares.map((share, place) => {
          const before = active_shares_before.length - place
          return (
            <div key={before} className="grid grid-cols-[minmax(0,7rem)_minmax(2rem,1fr)_3.5rem] items-center gap-2">
              <dt className="text-sm text-mut">{weekName(before)}</dt>
              <dd aria-hidden="true">
                <Bar share={share} tone={before === 0 ? 'bg-acc' : 'bg-line'} className="h-2.5" />
              </dd>
              <dd className="text-end font-semibold">
                <KnownNumber value={share} format={percent} />
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

/** A report may be an old one: weeks count from its own, not from today. */
function weekName(before: number): string {
  return before === 0 ? t('desk.thisReport') : t('desk.weeksBefore', { weeks: before })
}

type Person = { player_tag: string; player_name: string; brawler?: string | null }

function Gains({ title, people, none }: { title: string; people: PublishedWeek['best']; none: string }) {
  return (
    <Card title={title}>
      {people.length === 0 && <p className="text-mut">{none}</p>}
      <ol>
        {people.map((person) => (
          <li key={person.player_tag} className="flex items-baseline justify-between gap-3 py-1">
            <PersonLink person={person} />
            <span className="shrink-0 font-semibold">{inTrophies(person.gain)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function PersonLink({ person: { player_tag, player_name } }: { person: Person }) {
  return <EntityLink to="/player/$tag" tag={player_tag} name={player_name} className="min-w-0" clipped />
}

/** Who joined, left and rose, each in one list of comings and goings alone. */
function Moves({ week: { joiners, leavers, came_and_left, left_and_back, promoted } }: { week: PublishedWeek }) {
  return (
    <Card title={t('desk.changes')}>
      <Names label={t('week.joined')} people={joiners} />
      <Names label={t('week.left')} people={leavers} />
      {came_and_left.length > 0 && <Names label={t('week.cameAndLeft')} people={came_and_left} />}
      {left_and_back.length > 0 && <Names label={t('week.leftAndBack')} people={left_and_back} />}
      <Names
        label={t('week.promoted')}
        people={promoted}
        more={({ role }) => (role === null ? null : t('desk.toRole', { role: roleName(role) }))}
      />
    </Card>
  )
}

/** Anniversaries and personal bests; nothing where there are none. */
function Worth({ week: { anniversaries, personal_bests, reached } }: { week: PublishedWeek }) {
  if (anniversaries.length + personal_bests.length + reached.length === 0) return null
  const of = (wanted: PublishedWeek['reached'][number]['kind']) => reached.filter(({ kind }) => kind === wanted)
  const [tiers, bests, prestige, streaks] = [of('tier'), of('best'), of('prestige'), of('streak')]
  return (
    <Card title={t('desk.records')}>
      {anniversaries.length > 0 && (
        <Names label={t('desk.inTheClub')} people={anniversaries} more={({ days }) => t('desk.forDays', { days })} />
      )}
      {personal_bests.length > 0 && (
        <Names label={t('desk.newBest')} people={personal_bests} more={({ trophies }) => formatThousands(trophies)} />
      )}
      {tiers.length > 0 && (
        <Names label={t('desk.newTier')} people={tiers} more={({ tier }) => tier && tierName(tier)} />
      )}
      {bests.length > 0 && (
        <Names label={t('desk.newRating')} people={bests} more={({ figure }) => figure && formatThousands(figure)} />
      )}
      {prestige.length > 0 && <Names label={t('score.prestige')} people={prestige} more={withBrawler} />}
      {streaks.length > 0 && <Names label={t('desk.winStreak')} people={streaks} more={withBrawler} />}
    </Card>
  )
}

/** `2 with Poco`: a level of prestige, or wins in a row. */
function withBrawler({ brawler, figure }: PublishedWeek['reached'][number]): string {
  return t('desk.withBrawler', { figure: figure ?? '', brawler: brawler ?? '' })
}

type NamesProps<P> = { label: string; people: readonly P[]; more?: (person: P) => ReactNode }

/** Names of a list that are shown before a tap. */
const SHOWN = 3

function Names<P extends Person>({ label, people, more }: NamesProps<P>) {
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : people.length - SHOWN
  return (
    <div className="grid grid-cols-[6rem_1fr] gap-3 py-1.5">
      <p className="text-mut">{label}</p>
      {people.length === 0 ? (
        <p className="text-mut">{t('desk.nobody')}</p>
      ) : (
        <ul className="grid gap-x-4 sm:grid-cols-2">
          {(all ? people : people.slice(0, SHOWN)).map((person) => (
            // Who reached something with two brawlers stands there twice.
            <li
              key={`${person.player_tag} ${person.brawler}`}
              className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-2"
            >
              <PersonLink person={person} />
              <span className="text-mut">{more?.(person)}</span>
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <button type="button" onClick={() => setAll(true)} className="link min-h-8 text-start">
                {t('desk.andMore', { count: hidden })}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
