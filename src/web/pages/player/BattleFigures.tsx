import { type ReactNode, useMemo } from 'react'
import { brawlerName, mapName, modeName } from '#shared/game-names.ts'
import { decimal, percent, signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { byLowerEnd } from '#shared/rate-order.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { HoursHeatmap } from '#web/charts/HoursHeatmap.tsx'
import {
  Edge,
  orderOf,
  placesColumn,
  type RatedRow,
  RateOrder,
  ratedColumns,
  rateInputs,
  SHARE_FROM,
  sampleText,
} from '#web/charts/WinRate.tsx'
import { BrawlerLabel, ModeLabel } from '#web/chrome/GamePictures.tsx'
import { zoneOffset } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain, ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import type { Column } from '#web/ui/TableTools.tsx'

export const TABS = [
  ['modes', 'battles.modes'],
  ['brawlers', 'battles.brawlers'],
  ['maps', 'battles.maps'],
  ['hours', 'battles.hours'],
  ['teammates', 'battles.teammates'],
] as const satisfies readonly (readonly [of: string, name: PlainTextId])[]
export type BattleTabName = (typeof TABS)[number][0]

type Battles = Answer<'GET /api/analytics/player/{tag}/battles'>
type TabProps = { of: BattleTabName; tag: string; battles: Battles }

/** What one of the tabs below a player's battles shows. */
export function BattleTab({ of, tag, battles }: TabProps) {
  const tables = useMemo(() => ({ modes: modes(), brawlers: brawlers(), maps: maps(), teammates: teammates() }), [])
  const fileName = `player-${tagInPath(tag)}-${of}`
  if (of === 'modes') {
    return <RatedTable label={t('battles.byMode')} rows={battles.by_mode} {...tables.modes} fileName={fileName} />
  }
  if (of === 'brawlers') {
    const label = t('battles.byBrawler')
    return <RatedTable label={label} rows={battles.by_brawler} {...tables.brawlers} fileName={fileName} />
  }
  if (of === 'maps') {
    return <RatedTable label={t('battles.byMap')} rows={battles.by_map} {...tables.maps} fileName={fileName} />
  }
  if (of === 'hours') return <Hours battles={battles} />
  return battles.played_with.length === 0 ? (
    <EmptyState title={t('battles.noMates')} hint={t('battles.noMatesHint')} />
  ) : (
    <RatedTable
      label={t('battles.byMate')}
      order="people"
      rows={battles.played_with}
      {...tables.teammates}
      fileName={fileName}
    />
  )
}

function Hours({ battles }: { battles: Battles }) {
  return <HoursHeatmap label={t('battles.hoursLabel')} hours={battles.hours} offset={zoneOffset()} />
}

type TableProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  fileName: string
  order?: 'people'
}

const ROWS_AT_FIRST = 8

function RatedTable<Row extends RatedRow>({ order, rows, ...table }: TableProps<Row>) {
  const listed = useMemo(() => (order ? rows : rows.toSorted(byLowerEnd)), [order, rows])
  return (
    <SortableTable {...table} rows={listed} few={ROWS_AT_FIRST} order={<RateOrder of={order ?? orderOf(rows)} />} />
  )
}

type Table<Row> = Pick<TableProps<Row>, 'columns' | 'rowKey'>

const modes = (): Table<Battles['by_mode'][number]> => ({
  rowKey: ({ mode }) => mode,
  columns: [
    {
      id: 'mode',
      header: t('battles.mode'),
      sortBy: ({ mode }) => modeName(mode),
      cell: ({ mode }) => <ModeLabel mode={mode} />,
    },
    ...ratedColumns<Battles['by_mode'][number]>(({ mode }) => modeName(mode)),
    placesColumn(),
  ],
})

const brawlers = (): Table<Battles['by_brawler'][number]> => ({
  rowKey: ({ brawler_id }) => String(brawler_id),
  columns: [
    {
      id: 'brawler',
      header: t('battles.brawler'),
      sortBy: ({ brawler_name }) => brawlerName(brawler_name),
      cell: ({ brawler_id, brawler_name }) => <BrawlerLabel id={brawler_id} name={brawler_name} />,
    },
    ...ratedColumns<Battles['by_brawler'][number]>(({ brawler_name }) => brawlerName(brawler_name)),
    placesColumn(),
    {
      id: 'trophies',
      header: t('ui.trophies'),
      numeric: true,
      sortBy: ({ trophies_won }) => trophies_won,
      cell: ({ trophies_won }) => <KnownNumber value={trophies_won} format={signed} />,
    },
  ],
})

const nameOfMap = ({ map, event_id }: Battles['by_map'][number]) => mapName(map, event_id)

function bestText({ brawler_name, wins, losses }: NonNullable<Battles['by_map'][number]['best']>): string {
  return t('battles.bestOf', { brawler: brawlerName(brawler_name), wins, battles: wins + losses })
}

const maps = (): Table<Battles['by_map'][number]> => ({
  rowKey: ({ event_id, mode }) => `${event_id} ${mode}`,
  columns: [
    { id: 'map', header: t('battles.map'), sortBy: nameOfMap, cell: (row) => <bdi>{nameOfMap(row)}</bdi> },
    {
      id: 'mode',
      header: t('battles.mode'),
      sortBy: ({ mode }) => modeName(mode),
      cell: ({ mode }) => <ModeLabel mode={mode} />,
      phone: 'plain',
    },
    ...ratedColumns<Battles['by_map'][number]>(nameOfMap),
    placesColumn(),
    {
      id: 'best',
      header: t('battles.bestHere'),
      sortBy: ({ best }) => best && brawlerName(best.brawler_name),
      cell: ({ best, battles }) => {
        if (best) return bestText(best)
        return battles > 0 ? t('battles.tooFew') : ''
      },
    },
  ],
})

const teammates = (): Table<Battles['played_with'][number]> => ({
  rowKey: ({ tag }) => tag,
  columns: [
    {
      id: 'name',
      header: t('battles.mate'),
      sortBy: ({ name, tag }) => nameOrTag(name, tag),
      cell: ({ tag, name }) => <EntityLink to="/player/$tag" tag={tag} name={name} clipped />,
    },
    ...ratedColumns<Battles['played_with'][number]>(({ name, tag }) => nameOrTag(name, tag)),
    {
      id: 'edge',
      header: t('battles.together'),
      sortBy: ({ edge }) => edge,
      cell: (row) => <Edge together={row} of={nameOrTag(row.name, row.tag)} />,
    },
  ],
})

/** Battles that were seen, showdowns among them. */
export const seenIn = ({ battles, places }: Battles['totals']) => battles + (places?.battles ?? 0)

type Figure = { label: string; value: ReactNode; note?: string | undefined; explain?: ReactNode }

type TotalsProps = {
  totals: Battles['totals']
  /** Whether none of the player's battles is missing. */
  isWhole: boolean
}

/** How the player fights, in a few figures: the first one leads. */
export function Totals({ totals, isWhole }: TotalsProps) {
  return (
    <dl aria-label={t('battles.figures')} className="grid grid-cols-2 gap-x-4">
      {figuresOf(totals, isWhole).leading.map((figure, place) => (
        <FigureOf key={figure.label} {...figure} isLead={place === 0} />
      ))}
    </dl>
  )
}

/** The figures that stand with the tables, where somebody looks closer. */
export function MoreTotals({ totals, isWhole }: TotalsProps) {
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-4 sm:grid-cols-4">
      {figuresOf(totals, isWhole).further.map((figure) => (
        <FigureOf key={figure.label} {...figure} />
      ))}
    </dl>
  )
}

/** The names of those figures, for the row that unfolds them. */
export function namesOfMore({ totals, isWhole }: TotalsProps): string {
  return figuresOf(totals, isWhole)
    .further.map(({ label }) => label)
    .join(' · ')
}

function FigureOf({ label, value, note, explain, isLead = false }: Figure & { isLead?: boolean }) {
  // The names of a row end on one line, and so its numbers stand on one, also where a name wraps.
  return (
    <div className={`row-span-3 grid min-w-0 grid-rows-subgrid ${isLead ? 'col-span-full' : ''}`}>
      <dt className="flex min-h-5 items-end gap-2 pt-2 text-sm text-mut">
        {label} {explain}
      </dt>
      <dd className={`font-extrabold ${isLead ? 'text-hero leading-tight' : 'text-xl'}`}>{value}</dd>
      {note && <dd className="text-sm text-mut sm:text-base">{note}</dd>}
    </div>
  )
}

/** How battles end leads, with the streak where only two figures tell it; what else is known stands with the tables. */
function figuresOf(totals: Battles['totals'], isWhole: boolean): { leading: Figure[]; further: Figure[] } {
  const ends = endsOf(totals)
  const further = furtherFigures(totals, isWhole)
  const streak = streakOf(totals)
  return ends.length === 2 ? { leading: [...ends, streak], further } : { leading: ends, further: [...further, streak] }
}

/** How battles end: won or lost, compared with what was expected, and at which place. */
function endsOf(totals: Battles['totals']): Figure[] {
  const { wins, losses, rate, above_expected: above, places } = totals
  const teams: Figure[] = [
    {
      label: t('battles.rate'),
      value: <KnownNumber value={rate} format={percent} />,
      note: wonNote(totals),
      explain: <ScoreExplain of="win_rate" inputs={rateInputs(totals)} />,
    },
    {
      label: t('battles.above'),
      value: <KnownNumber value={above} format={(value) => signed(value, (size) => decimal(size))} />,
      note: t('battles.in100'),
      explain: (
        <ScoreExplain
          of="above_expected"
          inputs={[
            [t('battles.wins'), wins],
            [t('battles.title'), wins + losses],
          ]}
        />
      ),
    },
  ]
  const showdown: Figure[] = places
    ? [
        {
          label: t('battles.place'),
          value: decimal(places.mean_place),
          note: showdownNote(places),
          explain: <ScoreExplain of="showdown_places" />,
        },
      ]
    : []
  return [...(totals.battles > 0 || !places ? teams : []), ...showdown]
}

function wonNote(totals: Battles['totals']): string {
  const { wins, losses, draws, rate } = totals
  if (rate === null) return sampleText(totals)
  const values = { wins, battles: wins + losses, sure: sampleText(totals) }
  return draws === 0 ? t('battles.wonSure', values) : t('battles.wonDrawn', { ...values, draws })
}

function showdownNote({ battles, top_half }: NonNullable<Battles['totals']['places']>): string {
  if (battles < SHARE_FROM) return t('battles.inBattles', { battles })
  return t('battles.topHalf', { share: percent(top_half), battles })
}

function furtherFigures(totals: Battles['totals'], isWhole: boolean): Figure[] {
  const { trophies_won, seconds_played, battles_timed, stars_per_win: stars } = totals
  const trophies: Figure = {
    label: t('ui.trophies'),
    value: signed(trophies_won),
    note: t('battles.onlyThese'),
    explain: <TrophiesExplain />,
  }
  return [
    ...(isWhole ? [trophies] : []),
    {
      label: t('battles.time'),
      value: <KnownNumber value={battles_timed === 0 ? null : seconds_played} format={playTime} />,
      note: battles_timed === 0 ? t('battles.untimed') : t('battles.timed', { battles: battles_timed }),
    },
    {
      label: t('battles.stars'),
      value: <KnownNumber value={stars} format={(value) => decimal(value, 2)} />,
      explain: <ScoreExplain of="stars_per_win" />,
    },
  ]
}

function streakOf({ current_streak: streak, longest_streak: wins }: Battles['totals']): Figure {
  return { label: t('battles.inARow'), value: streakText(streak), note: t('battles.atBest', { wins }) }
}

/** Why these trophies are not the gain that stands further up on the page. */
function TrophiesExplain() {
  return (
    <Explain label={t('battles.trophiesLabel')}>
      <p>{t('battles.trophiesOnly')}</p>
      <p>{t('battles.trophiesOther')}</p>
    </Explain>
  )
}

/** Wins or losses in a row up to now: `4 wins`, `2 losses`, `none`. */
function streakText(streak: number): string {
  if (streak === 0) return t('battles.noStreak')
  return streak > 0 ? t('battles.countWins', { wins: streak }) : t('battles.countLosses', { losses: -streak })
}

/** A time of play: `45 min`, `5 h 12 min`. */
export function playTime(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? t('battles.minutes', { minutes }) : t('battles.hoursMinutes', { hours, minutes: minutes % 60 })
}
