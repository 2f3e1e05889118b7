import type { ReactNode } from 'react'
import { brawlerName, mapName, modeName } from '#shared/game-names.ts'
import { count, percent, signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
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
import { EntityLink } from '#web/ui/Avatar.tsx'
import { Explain, ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import type { Column } from '#web/ui/TableTools.tsx'

export const TABS = [
  ['modes', 'Modes'],
  ['brawlers', 'Brawlers'],
  ['maps', 'Maps'],
  ['hours', 'Hours'],
  ['teammates', 'Teammates'],
] as const
export type BattleTabName = (typeof TABS)[number][0]

type Battles = Answer<'GET /api/analytics/player/{tag}/battles'>
type TabProps = { of: BattleTabName; tag: string; battles: Battles }

/** What one of the tabs below a player's battles shows. */
export function BattleTab({ of, tag, battles }: TabProps) {
  const fileName = `player-${tagInPath(tag)}-${of}`
  if (of === 'modes')
    return <RatedTable label="Battles by mode" rows={battles.by_mode} {...MODES} fileName={fileName} />
  if (of === 'brawlers')
    return <RatedTable label="Battles by brawler" rows={battles.by_brawler} {...BRAWLERS} fileName={fileName} />
  if (of === 'maps') return <RatedTable label="Battles by map" rows={battles.by_map} {...MAPS} fileName={fileName} />
  if (of === 'hours') return <Hours battles={battles} />
  return battles.played_with.length === 0 ? (
    <EmptyState
      title="No clubmates yet"
      hint="Members of the same club appear here once they were seen on one team with this player."
    />
  ) : (
    <RatedTable
      label="Battles by teammate"
      order="people"
      rows={battles.played_with}
      {...TEAMMATES}
      fileName={fileName}
    />
  )
}

function Hours({ battles }: { battles: Battles }) {
  const offset = -new Date().getTimezoneOffset()
  return <HoursHeatmap label="Hours of the player’s battles" hours={battles.hours} offset={offset} />
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

function RatedTable<Row extends RatedRow>({ order, ...table }: TableProps<Row>) {
  return <SortableTable {...table} few={ROWS_AT_FIRST} tools={<RateOrder of={order ?? orderOf(table.rows)} />} />
}

type Table<Row> = Pick<TableProps<Row>, 'columns' | 'rowKey'>

const MODES: Table<Battles['by_mode'][number]> = {
  rowKey: ({ mode }) => mode,
  columns: [
    { id: 'mode', header: 'Mode', sortBy: ({ mode }) => modeName(mode), cell: ({ mode }) => <ModeLabel mode={mode} /> },
    ...ratedColumns<Battles['by_mode'][number]>(({ mode }) => modeName(mode)),
    placesColumn(),
  ],
}

const BRAWLERS: Table<Battles['by_brawler'][number]> = {
  rowKey: ({ brawler_id }) => String(brawler_id),
  columns: [
    {
      id: 'brawler',
      header: 'Brawler',
      sortBy: ({ brawler_name }) => brawlerName(brawler_name),
      cell: ({ brawler_id, brawler_name }) => <BrawlerLabel id={brawler_id} name={brawler_name} />,
    },
    ...ratedColumns<Battles['by_brawler'][number]>(({ brawler_name }) => brawlerName(brawler_name)),
    placesColumn(),
    {
      id: 'trophies',
      header: 'Trophies',
      numeric: true,
      sortBy: ({ trophies_won }) => trophies_won,
      cell: ({ trophies_won }) => <KnownNumber value={trophies_won} format={signed} />,
    },
  ],
}

const nameOfMap = ({ map, event_id }: Battles['by_map'][number]) => mapName(map, event_id)

const MAPS: Table<Battles['by_map'][number]> = {
  rowKey: ({ event_id, mode }) => `${event_id} ${mode}`,
  columns: [
    { id: 'map', header: 'Map', sortBy: nameOfMap, cell: (row) => <bdi>{nameOfMap(row)}</bdi> },
    {
      id: 'mode',
      header: 'Mode',
      sortBy: ({ mode }) => modeName(mode),
      cell: ({ mode }) => <ModeLabel mode={mode} />,
      phone: 'plain',
    },
    ...ratedColumns<Battles['by_map'][number]>(nameOfMap),
    placesColumn(),
    {
      id: 'best',
      header: 'Best here',
      sortBy: ({ best }) => best && brawlerName(best.brawler_name),
      cell: ({ best, battles }) => {
        if (best) return `${brawlerName(best.brawler_name)}, ${best.wins} of ${best.wins + best.losses}`
        return battles > 0 ? 'too few battles' : ''
      },
    },
  ],
}

const TEAMMATES: Table<Battles['played_with'][number]> = {
  rowKey: ({ tag }) => tag,
  columns: [
    {
      id: 'name',
      header: 'Teammate',
      sortBy: ({ name, tag }) => nameOrTag(name, tag),
      cell: ({ tag, name }) => <EntityLink to="/player/$tag" tag={tag} name={name} clipped />,
    },
    ...ratedColumns<Battles['played_with'][number]>(({ name, tag }) => nameOrTag(name, tag)),
    {
      id: 'edge',
      header: 'Together',
      sortBy: ({ edge }) => edge,
      cell: (row) => <Edge together={row} of={nameOrTag(row.name, row.tag)} />,
    },
  ],
}

/** Battles that were seen, showdowns among them. */
export const seenIn = ({ battles, places }: Battles['totals']) => battles + (places?.battles ?? 0)

type Figure = { label: string; value: ReactNode; note?: string | undefined; explain?: ReactNode }

/** All battles of the timeframe in figures. */
export function Totals({ totals }: { totals: Battles['totals'] }) {
  const figures = figuresOf(totals)
  return (
    <dl
      aria-label="Battles in figures"
      className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-[repeat(auto-fit,minmax(0,1fr))]"
    >
      {figures.map(({ label, value, note, explain }) => (
        <div key={label} className="min-w-0">
          <dt className="flex items-center gap-2 text-sm text-mut">
            {label} {explain}
          </dt>
          <dd className="text-xl font-extrabold">{value}</dd>
          {note && <dd className="text-sm text-mut">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

function figuresOf(totals: Battles['totals']): Figure[] {
  const { wins, losses, draws, rate, above_expected: above, places } = totals
  const drawn = draws === 0 ? '' : `, ${count(draws, 'draw')}`
  const teams: Figure[] = [
    {
      label: 'Win rate',
      value: <KnownNumber value={rate} format={(value) => percent(Math.round(value))} />,
      note: rate === null ? sampleText(totals) : `${wins} of ${wins + losses} won${drawn}; ${sampleText(totals)}`,
      explain: <ScoreExplain of="win_rate" inputs={rateInputs(totals)} />,
    },
    {
      label: 'Above expected',
      value: <KnownNumber value={above} format={(value) => signed(value, (size) => size.toFixed(1))} />,
      note: 'wins in 100 battles',
      explain: (
        <ScoreExplain
          of="above_expected"
          inputs={[
            ['Wins', wins],
            ['Battles', wins + losses],
          ]}
        />
      ),
    },
  ]
  const showdown: Figure[] = places
    ? [
        {
          label: 'Showdown place',
          value: places.mean_place.toFixed(1),
          note: showdownNote(places),
          explain: <ScoreExplain of="showdown_places" />,
        },
      ]
    : []
  return [...(totals.battles > 0 || !places ? teams : []), ...showdown, ...furtherFigures(totals)]
}

function showdownNote({ battles, top_half }: NonNullable<Battles['totals']['places']>): string {
  const fought = count(battles, 'battle')
  return battles < SHARE_FROM ? `in ${fought}` : `top half in ${percent(Math.round(top_half))} of ${fought}`
}

function furtherFigures(totals: Battles['totals']): Figure[] {
  const { trophies_won, seconds_played, battles_timed, stars_per_win: stars, current_streak: streak } = totals
  return [
    { label: 'Trophies', value: signed(trophies_won), note: 'in these battles only', explain: <TrophiesExplain /> },
    {
      label: 'Time played',
      value: <KnownNumber value={battles_timed === 0 ? null : seconds_played} format={playTime} />,
      note: battles_timed === 0 ? 'not told by the game' : `in ${count(battles_timed, 'timed battle')}`,
    },
    {
      label: 'Stars per win',
      value: <KnownNumber value={stars} format={(value) => value.toFixed(2)} />,
      explain: <ScoreExplain of="stars_per_win" />,
    },
    { label: 'In a row', value: streakText(streak), note: `at best ${count(totals.longest_streak, 'win')}` },
  ]
}

/** Why these trophies are not the gain that stands further up on the page. */
function TrophiesExplain() {
  return (
    <Explain label="Trophies in these battles">
      <p>Only what the battles counted here brought.</p>
      <p>
        The player’s gain at the top of the page is another number: it also has battles that we did not see, and those
        that are left out here, such as against bots.
      </p>
    </Explain>
  )
}

/** Wins or losses in a row up to now: `4 wins`, `2 losses`, `none`. */
function streakText(streak: number): string {
  if (streak === 0) return 'none'
  return streak > 0 ? count(streak, 'win') : count(-streak, 'loss', 'losses')
}

/** A time of play: `45 min`, `5 h 12 min`. */
export function playTime(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}
