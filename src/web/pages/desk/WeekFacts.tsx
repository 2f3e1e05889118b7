import { type ReactNode, useState } from 'react'
import { addDays, calendarDay } from '#shared/days.ts'
import { roleName } from '#shared/game-names.ts'
import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import { weekHeadline } from '#shared/week-headline.ts'
import type { Answer } from '#web/app/api-client.ts'
import { Week } from '#web/chrome/Week.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'

export type PublishedWeek = Answer<'GET /api/browse/club/{tag}/weeks/{date}'>

/** A club's week: what moved it, who did best, who joined and left, anniversaries and records. */
export function WeekFacts({ week }: { week: PublishedWeek }) {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-mut">
        {t('desk.weekSpan', { from: shortDay(week.from), until: lastDayOf(week), known: week.known_days })}
      </p>
      <div className="text-lg [&_b:first-of-type]:text-2xl">
        <Week sentence={headlineOf(week)} moves={week.growth === null ? null : week} />
      </div>
      <div
        className={`grid gap-3 empty:hidden ${week.battles === null || week.active_share === null ? '' : 'lg:grid-cols-2'}`}
      >
        <Played share={week.active_share} before={week.active_shares_before.at(-1) ?? null} />
        <Fought week={week} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Gains
          title={t('desk.bestOfWeek')}
          people={week.best}
          none={t(week.played === null ? 'desk.wonUnknown' : 'desk.nobodyWon')}
        />
        <Moves week={week} />
        {(week.falls.length > 0 || week.played === null) && (
          <Gains title={t('desk.falls')} people={week.falls} none={t('desk.wonUnknown')} />
        )}
      </div>
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

/** Battles of the week, and how many were won: the won ones fill the bar, whose notch is a half. */
function Fought({ week: { battles, win_rate } }: { week: PublishedWeek }) {
  if (battles === null && win_rate === null) return null
  return (
    <section
      aria-label={t('desk.battlesOfWeek')}
      className="grid content-start gap-3 rounded-lg border border-edge bg-card px-3.5 py-3 sm:px-4.5"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {win_rate !== null && <Figure label={t('desk.wonAgainst')} value={percent(win_rate)} />}
        {battles !== null && <Figure label={t('desk.weekBattles')} value={formatThousands(battles)} />}
      </dl>
      {win_rate !== null && (
        <div aria-hidden="true" className="on-paper relative mt-1 mb-1">
          <Bar share={win_rate} tone="bg-c1" className="h-8" />
          <span className="absolute inset-y-0 start-1/2 -my-1 w-0.5 bg-ink" />
        </div>
      )}
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline gap-x-3">
      <dt className="text-mut">{label}</dt>
      <dd className="text-2xl font-extrabold">{value}</dd>
    </div>
  )
}

const TWENTIETHS = Array.from({ length: 20 }, (_, place) => 5 * place + 2.5)

/** How many played, against the week before. Of twenty dolphins as many leap as members played; the others sink. */
function Played({ share, before }: { share: number | null; before: number | null }) {
  if (share === null) return null
  return (
    <section className="overflow-hidden rounded-lg border border-edge bg-card">
      <p className="flex flex-wrap items-baseline gap-x-3 px-3.5 py-3 sm:px-4.5">
        <span className="text-mut">{t('desk.whoPlayed')}</span>
        <b className="text-2xl font-extrabold">{percent(share)}</b>
        {before !== null && (
          <span className="text-sm text-mut">{t('desk.shareBefore', { share: percent(before) })}</span>
        )}
      </p>
      <div aria-hidden="true" className="on-paper relative">
        <div className="pod-deep waves absolute inset-x-0 bottom-0 h-10" />
        <div className="relative flex h-20 gap-0.5 px-3.5 py-1.5">
          {TWENTIETHS.map((middle) => (
            <span
              key={middle}
              className={`flex min-w-0 flex-1 justify-center ${share >= middle ? 'items-start' : 'items-end'}`}
            >
              <Dolphin className={`h-10 w-full max-w-8 ${share >= middle ? '' : 'opacity-40'}`} />
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}

type Person = { player_tag: string; player_name: string; brawler?: string | null }

function Gains({ title, people, none }: { title: string; people: PublishedWeek['best']; none: string }) {
  return (
    <Card title={title}>
      {people.length === 0 && <p className="text-mut">{none}</p>}
      <ol>
        {people.map((person) => (
          <li key={person.player_tag} className="flex items-center justify-between gap-3 py-1">
            <PersonLink person={person} />
            <span className="shrink-0 font-semibold">{inTrophies(person.gain)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function PersonLink({ person: { player_tag, player_name } }: { person: Person }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Monogram seed={player_tag} name={nameOrTag(player_name, player_tag)} className="size-6 shrink-0 rounded-sm" />
      <EntityLink to="/player/$tag" tag={player_tag} name={player_name} className="min-w-0" clipped />
    </span>
  )
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
  const most = reached.toSorted((one, other) => (other.figure ?? 0) - (one.figure ?? 0))
  const of = (wanted: PublishedWeek['reached'][number]['kind']) => most.filter(({ kind }) => kind === wanted)
  const [tiers, bests, prestige, streaks] = [of('tier'), of('best'), of('prestige'), of('streak')]
  return (
    <Card title={t('desk.records')}>
      <div className="gap-x-6 sm:columns-2 *:break-inside-avoid">
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
      </div>
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
    <div className="flex flex-wrap content-start gap-x-3 py-1.5">
      <p className={`w-30 leading-8 text-mut ${more && people.length > 0 ? 'max-sm:w-full' : ''}`}>{label}</p>
      {people.length === 0 ? (
        <p className="flex-1 leading-8 text-mut">{t('desk.nobody')}</p>
      ) : (
        <ul className="min-w-0 flex-1 basis-28">
          {(all ? people : people.slice(0, SHOWN)).map((person) => (
            // Who reached something with two brawlers stands there twice.
            <li
              key={`${person.player_tag} ${person.brawler}`}
              className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2"
            >
              <PersonLink person={person} />
              <span className="ms-auto text-end font-semibold">{more?.(person)}</span>
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
