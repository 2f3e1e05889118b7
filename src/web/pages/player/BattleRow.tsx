import { brawlerName, modeName } from '#shared/game-names.ts'
import { formatThousands, ordinal, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { BrawlerChip, ModePicture } from '#web/chrome/GamePictures.tsx'
import { EntityLink } from '#web/ui/Avatar.tsx'
import { Expandable } from '#web/ui/Card.tsx'
import { timeOfDay } from '#web/ui/date-words.ts'
import { Emblem } from '#web/ui/Emblem.tsx'

export type Battle = Answer<'GET /api/browse/player/{tag}/battles'>['battles'][number]
type Participant = Battle['sides'][number]['players'][number]

type RowProps = { battle: Battle; tag: string; served: boolean }

/**
 * One battle on one line: how it ended, what and where, and who fought with which brawler, that of the player with the
 * tag marked. It unfolds to all players.
 */
export function BattleRow({ battle, tag, served }: RowProps) {
  return (
    <Expandable
      title={
        <span className="grid min-w-0 flex-1 grid-cols-[5.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 py-2.5 font-normal sm:grid-cols-[6rem_minmax(0,1fr)_auto_4rem]">
          <Result battle={battle} />
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-1.5">
              <ModePicture mode={battle.mode} />
              <b className="font-semibold">{modeName(battle.mode)}</b>{' '}
              {battle.map !== null && <bdi className="text-mut">{battle.map}</bdi>}
            </span>
            <span className="flex items-center gap-1.5 text-sm text-mut">
              {isBotLobby(battle) && <Emblem of="bots" className="size-4" />}
              {factsOf(battle, served).join(' • ')}
            </span>
          </span>
          <Crests battle={battle} tag={tag} />
          <Trophies battle={battle} />
        </span>
      }
    >
      <Sides battle={battle} tag={tag} />
    </Expandable>
  )
}

const TONES = { true: 'bg-good text-bg', false: 'bg-bad text-bg', null: 'bg-raise text-ink' } as const

function Result({ battle }: { battle: Battle }) {
  const teams = teamsOf(battle)
  const tone = TONES[`${isWon(battle, teams)}`]
  return (
    <span className="flex flex-col items-start gap-0.5">
      <span
        className={`inline-flex min-h-7 items-center rounded-sm px-2 text-sm font-semibold whitespace-nowrap ${tone}`}
      >
        {battle.result === null && battle.place === null ? 'not known' : resultText(battle, teams)}
      </span>
      {battle.star && (
        <span className="flex items-center gap-1 text-sm text-mut">
          <span aria-hidden="true" className="text-c2">
            ★
          </span>
          star
        </span>
      )}
    </span>
  )
}

/** How many teams took part; null where an earlier version stored the battle without them. */
export function teamsOf({ sides }: Battle): number | null {
  return sides.length > 0 ? sides.length : null
}

const isBotLobby = ({ lobby }: Pick<Battle, 'lobby'>) => lobby === 'bots' || lobby === 'likely_bots'

const KINDS = { ladder: null, ranked: 'Ranked', other: 'not rated' } as const

/** When, how long, and of which kind: `19:40`, `1:32 min`, `probably bots`. */
function factsOf(battle: Battle, served: boolean): string[] {
  const { time, seconds, family } = battle
  const length = seconds === null ? null : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
  const bots = isBotLobby(battle) ? 'probably bots' : null
  return [timeText(time, served), length, KINDS[family], bots].filter((fact) => fact !== null)
}

function Trophies({ battle: { trophy_change: change, family } }: { battle: Battle }) {
  const tone = change > 0 ? 'text-good' : change < 0 ? 'text-bad' : 'text-mut'
  return (
    <span className={`text-right font-semibold whitespace-nowrap max-sm:row-start-1 max-sm:col-start-3 ${tone}`}>
      {(change !== 0 || family === 'ladder') && (
        <>
          {signed(change)}
          <span className="sr-only"> trophies</span>
        </>
      )}
    </span>
  )
}

/** Teams whose brawlers fit on the line; of a showdown of ten, only the own team's do. */
const TEAMS_ON_LINE = 2

function Crests({ battle: { sides }, tag }: Pick<RowProps, 'battle' | 'tag'>) {
  const shown = sides.length > TEAMS_ON_LINE ? sides.slice(0, 1) : sides
  return (
    <span className="flex flex-wrap items-center gap-1 max-sm:col-start-2 max-sm:col-end-4 max-sm:row-start-2">
      {numbered(shown).map(({ item: { players }, place }) => (
        <span key={place} className="flex flex-wrap items-center gap-1">
          {place > 0 && <span className="px-1 text-sm text-mut">vs</span>}
          {numbered(
            ownFirst(players, tag).flatMap((player) =>
              player.brawlers.map((each) => ({ ...each, own: player.tag === tag })),
            ),
          ).map(({ item: { id, name, own }, place: brawler }) => (
            <BrawlerChip key={brawler} id={id} name={name} own={own} />
          ))}
        </span>
      ))}
    </span>
  )
}

/** Things that only their places tell apart, such as two hidden players with the same brawler. */
export function numbered<Item>(items: readonly Item[]): { item: Item; place: number }[] {
  return items.map((item, place) => ({ item, place }))
}

function ownFirst(players: readonly Participant[], tag: string): Participant[] {
  return players.toSorted((one, other) => Number(other.tag === tag) - Number(one.tag === tag))
}

/** All players of a battle by team, the player's own team first. */
function Sides({ battle: { sides, lobby }, tag }: Pick<RowProps, 'battle' | 'tag'>) {
  if (sides.length === 0) {
    return <p className="text-sm text-mut">Who took part is not known.</p>
  }
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">
        {numbered(sides).map(({ item: { players }, place }) => (
          <li key={place} className="min-w-0 rounded-md bg-raise/60 p-3">
            <p className="text-sm font-semibold text-mut">{teamName(place, sides.length)}</p>
            <ul>
              {numbered(ownFirst(players, tag)).map(({ item: player, place: seat }) => (
                <Fighter key={seat} player={player} own={player.tag === tag} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {isBotLobby({ lobby }) && (
        <p className="mt-2 text-sm text-mut">Probably against bots: the opponents’ tags follow one another.</p>
      )}
    </>
  )
}

function teamName(place: number, teams: number): string {
  if (place === 0) return 'Own team'
  return teams === 2 ? 'Opponents' : `Team ${place + 1}`
}

function Fighter({ player: { tag, name, brawlers, star }, own }: { player: Participant; own: boolean }) {
  return (
    <li className="flex min-w-0 items-baseline justify-between gap-3 py-1">
      <span className="min-w-0">
        {tag === null ? (
          <span className="text-mut">unnamed player</span>
        ) : name === null ? (
          <span translate="no" className="text-mut">
            {tag}
          </span>
        ) : (
          <EntityLink to="/player/$tag" tag={tag} name={name} clipped />
        )}
        {star && <span className="block text-sm text-mut">star player</span>}
      </span>
      <span className={`text-right text-sm ${own ? 'border-r-2 border-acc pe-2 font-semibold' : ''}`}>
        {own && <span className="sr-only">own brawler: </span>}
        {numbered(brawlers).map(({ item: brawler, place }) => (
          <span key={place} className="block">
            {brawlerName(brawler.name)}
            <span className="text-mut">{detailOf(brawler)}</span>
            {brawler.trophy_change !== null && ` ${signed(brawler.trophy_change)}`}
          </span>
        ))}
      </span>
    </li>
  )
}

function detailOf({ power, trophies }: Participant['brawlers'][number]): string {
  return [power === null ? '' : ` power ${power}`, trophies === null ? '' : `, ${formatThousands(trophies)}`].join('')
}

/** A time of the day in the visitor's zone and language, or in UTC on a page that is `served`. */
export function timeText(time: string, served: boolean): string {
  const date = new Date(time)
  return served ? `${date.toISOString().slice(11, 16)} UTC` : timeOfDay(date)
}

/** The day of a time with its weekday: `Saturday, November 21`. */
export function dayText(time: string, served: boolean): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'full', ...(served ? { timeZone: 'UTC' } : {}) })
}

type Outcome = { result: 'win' | 'loss' | 'draw' | null; place: number | null }
const RESULTS = { win: 'won', loss: 'lost', draw: 'draw' } as const

/** How a battle ended: `won`, `lost`, `draw`, `3rd of 10`, or that it is not known. */
export function resultText({ result, place }: Outcome, teams: number | null): string {
  if (result !== null) return RESULTS[result]
  if (place === null) return 'result not known'
  return teams === null ? ordinal(place) : `${ordinal(place)} of ${teams}`
}

/** Whether a battle counts as won: a win, or a place in the better half; null for a draw, and where it is not known. */
export function isWon({ result, place }: Outcome, teams: number | null): boolean | null {
  if (result !== null) return result === 'draw' ? null : result === 'win'
  return place === null || teams === null ? null : place <= Math.floor(teams / 2)
}
