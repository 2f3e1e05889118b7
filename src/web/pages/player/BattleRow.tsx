import { brawlerName } from '#shared/game-names.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { formatThousands, ordinal, signed } from '#shared/number-format.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { BrawlerChip, OwnBrawler } from '#web/chrome/GamePictures.tsx'
import { Expandable } from '#web/ui/Card.tsx'
import { timeOfDay } from '#web/ui/date-words.ts'
import { Emblem } from '#web/ui/Emblem.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

export type Battle = Answer<'GET /api/browse/player/{tag}/battles'>['battles'][number]
type Participant = Battle['sides'][number]['players'][number]

type RowProps = { battle: Battle; tag: string; served: boolean }

/** One battle on one line: how it ended, with which brawler of the player, and the trophies. It unfolds to all players. */
export function BattleRow({ battle, tag, served }: RowProps) {
  const won = isWon(battle, teamsOf(battle))
  return (
    <Expandable
      title={
        <span
          className={`grid min-h-12 min-w-0 flex-1 grid-cols-[4.75rem_minmax(0,1fr)_auto] items-center gap-x-2 border-s-4 ps-2.5 font-normal sm:grid-cols-[5.5rem_minmax(0,1fr)_15rem_3.5rem] sm:ps-3.5 ${EDGES[`${won}`]}`}
        >
          <Result battle={battle} plate={PLATES[`${won}`]} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 sm:contents">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2.5">
              <Teams battle={battle} tag={tag} />
            </span>
            <Facts battle={battle} served={served} />
          </span>
          <Trophies battle={battle} />
        </span>
      }
    >
      <Sides battle={battle} tag={tag} />
    </Expandable>
  )
}

/** What was won is a full plate, what was lost an outline: the shape says it without the colour. */
const PLATES = {
  true: 'border-good bg-good text-bg',
  false: 'border-bad text-bad',
  null: 'border-line text-mut',
} as const
const EDGES = { true: 'border-s-good', false: 'border-s-bad', null: 'border-s-line' } as const

function Result({ battle, plate }: { battle: Battle; plate: string }) {
  return (
    <span className="flex items-center gap-1.5 text-sm font-semibold">
      <span className={`rounded-sm border px-2 ${plate}`}>{resultText(battle, teamsOf(battle))}</span>
      {battle.star && (
        <span className="text-c2">
          <span aria-hidden="true">★</span>
          <span className="sr-only"> {t('battles.star')}</span>
        </span>
      )}
    </span>
  )
}

/** How many teams took part; null where an earlier version stored the battle without them. */
export function teamsOf({ sides }: Battle): number | null {
  return sides.length > 0 ? sides.length : null
}

export const isBotLobby = ({ lobby }: Pick<Battle, 'lobby'>) => lobby === 'bots' || lobby === 'likely_bots'

const KINDS = { ladder: null, ranked: 'battles.ranked', other: 'battles.notRated' } as const satisfies Record<
  Battle['family'],
  PlainTextId | null
>

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** When, how long where there is room, and of which kind: `19:40 1:32 min`. Bots have their emblem. */
function Facts({ battle, served }: { battle: Battle; served: boolean }) {
  const { time, seconds, family } = battle
  const kind = KINDS[family]
  const length = seconds === null ? null : t('battles.length', { time: clock(seconds) })
  return (
    <span className="flex items-center gap-x-2.5 text-sm text-mut">
      <span className="sm:min-w-12">{timeText(time, served)}</span>
      <span className="min-w-18 max-sm:hidden">{length}</span>
      {kind && <span>{t(kind)}</span>}
      {isBotLobby(battle) && (
        <span title={t('battles.likelyBots')}>
          <Emblem of="bots" className="size-4" />
          <span className="sr-only">{t('battles.likelyBots')}</span>
        </span>
      )}
    </span>
  )
}

function Trophies({ battle: { trophy_change: change, family } }: { battle: Battle }) {
  const tone = change > 0 ? 'text-good' : change < 0 ? 'text-bad' : 'text-mut'
  return (
    <span className={`text-end font-semibold whitespace-nowrap ${tone}`}>
      {(change !== 0 || family === 'ladder') && (
        <Text id="battles.change" values={{ change: signed(change), said: saidOnly }} />
      )}
    </span>
  )
}

/** Teams whose brawlers fit on the line; of a showdown of ten, only the own team's do. */
const TEAMS_ON_LINE = 2

/** The brawlers of the player, and on a wide screen those of everybody. */
function Teams({ battle: { sides }, tag }: Pick<RowProps, 'battle' | 'tag'>) {
  const shown = sides.length > TEAMS_ON_LINE ? sides.slice(0, 1) : sides
  const brawlers = shown.map(({ players }) =>
    players.flatMap((player) => player.brawlers.map((each) => ({ ...each, own: player.tag === tag }))),
  )
  const own = brawlers.flat().filter((each) => each.own)
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 sm:w-40">
        {withPlaces(own).map(({ item: { id, name }, place }) => (
          <OwnBrawler key={place} id={id} name={name} />
        ))}
      </span>
      <span className="flex flex-wrap items-center gap-1 max-sm:hidden">
        {withPlaces(brawlers).map(({ item: team, place }) => (
          <span key={place} className="flex flex-wrap items-center gap-1">
            {place > 0 && <span className="px-1 text-sm text-mut">{t('battles.versus')}</span>}
            {withPlaces(team.filter((each) => !each.own)).map(({ item: { id, name }, place: seat }) => (
              <BrawlerChip key={seat} id={id} name={name} />
            ))}
          </span>
        ))}
      </span>
    </>
  )
}

/** Things that only their places tell apart, such as two hidden players with the same brawler. */
export function withPlaces<Item>(items: readonly Item[]): { item: Item; place: number }[] {
  return items.map((item, place) => ({ item, place }))
}

function ownFirst(players: readonly Participant[], tag: string): Participant[] {
  return players.toSorted((one, other) => Number(other.tag === tag) - Number(one.tag === tag))
}

/** All players of a battle by team, the player's own team first. */
function Sides({ battle: { sides, lobby }, tag }: Pick<RowProps, 'battle' | 'tag'>) {
  if (sides.length === 0) {
    return <p className="text-sm text-mut">{t('battles.noSides')}</p>
  }
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">
        {withPlaces(sides).map(({ item: { players }, place }) => (
          <li key={place} className="min-w-0 rounded-md bg-raise/60 p-3">
            <p className="text-sm font-semibold text-mut">{teamName(place, sides.length)}</p>
            <ul>
              {withPlaces(ownFirst(players, tag)).map(({ item: player, place: seat }) => (
                <Fighter key={seat} player={player} own={player.tag === tag} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {isBotLobby({ lobby }) && <p className="mt-2 text-sm text-mut">{t('battles.likelyBotsWhy')}</p>}
    </>
  )
}

function teamName(place: number, teams: number): string {
  if (place === 0) return t('battles.ownTeam')
  return teams === 2 ? t('battles.opponents') : t('battles.team', { place: place + 1 })
}

function Fighter({ player: { tag, name, brawlers, star }, own }: { player: Participant; own: boolean }) {
  return (
    <li className="flex min-w-0 items-baseline justify-between gap-3 py-1">
      <span className="min-w-0">
        {tag === null ? (
          <span className="text-mut">{t('battles.unnamed')}</span>
        ) : name === null ? (
          <span translate="no" className="text-mut">
            {tag}
          </span>
        ) : (
          <EntityLink to="/player/$tag" tag={tag} name={name} clipped />
        )}
        {star && <span className="block text-sm text-mut">{t('battles.star')}</span>}
      </span>
      <span className={`text-end text-sm ${own ? 'border-e-2 border-acc pe-2 font-semibold' : ''}`}>
        {own && <span className="sr-only">{t('battles.ownBrawler')} </span>}
        {withPlaces(brawlers).map(({ item: brawler, place }) => (
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
  return [
    power === null ? '' : ` ${t('battles.power', { power })}`,
    trophies === null ? '' : `, ${formatThousands(trophies)}`,
  ].join('')
}

/** A time of the day in the visitor's zone and language, or in UTC on a page that is `served`. */
export function timeText(time: string, served: boolean): string {
  const date = new Date(time)
  return served ? t('battles.utc', { time: date.toISOString().slice(11, 16) }) : timeOfDay(date)
}

/** The day of a time with its weekday: `Saturday, November 21, 2026`. */
export function dayText(time: string, served: boolean): string {
  return new Date(time).toLocaleDateString(
    pageLanguage() === FIRST_LANGUAGE ? 'en-US' : `${pageLanguage()}-u-nu-latn`,
    { dateStyle: 'full', ...(served ? { timeZone: 'UTC' } : {}) },
  )
}

type Outcome = Pick<Battle, 'result' | 'place'>
const RESULTS = { win: 'battles.won', loss: 'battles.lost', draw: 'battles.draw' } as const satisfies Record<
  NonNullable<Outcome['result']>,
  PlainTextId
>

/** How a battle ended: `won`, `lost`, `draw`, `3rd of 10`, `not known`. */
export function resultText({ result, place }: Outcome, teams: number | null): string {
  if (result !== null) return t(RESULTS[result])
  if (place === null) return t('battles.unknown')
  return teams === null ? ordinal(place) : t('battles.placeOf', { place: ordinal(place), teams })
}

/** Whether a battle counts as won: a win, or a place in the better half; null for a draw, and where it is not known. */
export function isWon({ result, place }: Outcome, teams: number | null): boolean | null {
  if (result !== null) return result === 'draw' ? null : result === 'win'
  return place === null || teams === null ? null : place <= Math.floor(teams / 2)
}
