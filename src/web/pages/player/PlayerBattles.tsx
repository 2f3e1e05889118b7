import { useState } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { brawlerName, modeName } from '#shared/game-names.ts'
import { count, formatThousands } from '#shared/number-format.ts'
import { tagInPath } from '#shared/tag.ts'
import { oneOf, readSearchParams } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { type BattleFamily, type BattleLobby, playerBattlesQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { ResultStrip, type StripBattle } from '#web/charts/ResultStrip.tsx'
import { BattlesKnown } from '#web/charts/WinRate.tsx'
import { Link, useLocation, useNavigate } from '#web/router/Link.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState, Highlight } from '#web/ui/Notice.tsx'
import { useServed } from '#web/ui/RelativeTime.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { BattleTab, type BattleTabName, seenIn, TABS, Totals } from './BattleFigures.tsx'
import { isWon, resultText } from './BattleRow.tsx'

type Props = { tag: string; days: Timeframe; onDays: (days: Timeframe) => void }

/** How a player fights: which modes, brawlers and maps, when, and with whom. */
export function PlayerBattles({ tag, days, onDays }: Props) {
  const [choice, choose] = useBattleChoice()
  // The server renders the page without these figures: they are far down, and asked for when they come near the window.
  const served = useServed()
  const result = useQuery({ ...playerBattlesQuery(tag, { days, ...choice }), enabled: !served })
  return (
    <AnalyticsCard
      title="Battles"
      id="battles"
      fold={summariseBattles(result.data)}
      days={days}
      onDays={onDays}
      result={result}
      failure="Failed to fetch the battles"
      loading="Loading the battles"
      shape="h-120 rounded-md"
    >
      {(battles) => (
        <div className="grid grid-cols-1 gap-5">
          <Choices {...choice} onChange={choose} byLobby={battles.by_lobby} />
          <Battles tag={tag} battles={battles} />
        </div>
      )}
    </AnalyticsCard>
  )
}

type BattlesAnswer = Answer<'GET /api/analytics/player/{tag}/battles'>

/** The line of the folded card. */
function summariseBattles(battles: BattlesAnswer | undefined): string {
  if (!battles) return ''
  const { strongest, totals } = battles
  if (noLogYet(battles)) return 'no battle log yet'
  if (strongest) return `best with ${brawlerName(strongest.brawler_name)} in ${modeName(strongest.mode)}`
  return totals.wins + totals.losses > 0 ? `${totals.wins} of ${totals.wins + totals.losses} won` : countOf(battles)
}

/** Nothing is known then, which is not the same as no battles. */
const noLogYet = ({ coverage, totals }: BattlesAnswer) => coverage.since === null && seenIn(totals) === 0

const countOf = ({ totals }: BattlesAnswer) => count(seenIn(totals), 'battle')

type Choice = { family: BattleFamily; lobby: BattleLobby }

/** Which battles the address asks for, and a function that changes it. Back leaves the page whatever was chosen. */
function useBattleChoice(): [Choice, (choice: Partial<Choice>) => void] {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  const { family, lobby } = readSearchParams(search)
  const chosen = {
    family: oneOf(['ladder', 'ranked'], family) ?? 'ladder',
    lobby: oneOf(['people', 'all'], lobby) ?? 'people',
  }
  const choose = (change: Partial<Choice>) => {
    const next = { ...chosen, ...change }
    const given = {
      family: next.family === 'ladder' ? undefined : next.family,
      lobby: next.lobby === 'people' ? undefined : next.lobby,
    }
    navigate({
      to: '.',
      search: (before) => ({ ...before, ...given }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  }
  return [chosen, choose]
}

const FAMILIES = [
  ['ladder', 'Trophies'],
  ['ranked', 'Ranked'],
] as const
const LOBBIES = [
  ['people', 'Against people'],
  ['all', 'All battles'],
] as const

type ChoicesProps = Choice & { byLobby: BattlesAnswer['by_lobby']; onChange: (choice: Partial<Choice>) => void }

/** Which battles are counted, and how many are left out because they were probably against bots. */
function Choices({ family, lobby, byLobby, onChange }: ChoicesProps) {
  const bots = byLobby.bots + byLobby.likely_bots
  const inputs = [
    ['Against people', byLobby.people],
    ['Probably bots, two characters', byLobby.bots],
    ['Probably bots, one character', byLobby.likely_bots],
    ['Cannot be told', byLobby.unknown],
  ] as const
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
      <ChoiceChips legend="Kind" value={family} choices={FAMILIES} onChange={(next) => onChange({ family: next })} />
      <ChoiceChips legend="Lobbies" value={lobby} choices={LOBBIES} onChange={(next) => onChange({ lobby: next })} />
      <dl className="text-sm text-mut">
        <div className="flex min-h-9 items-center gap-2">
          <dt className="sr-only">Probably against bots</dt>
          <dd>
            {bots === 0
              ? 'None was probably against bots'
              : lobby === 'people'
                ? `${formatThousands(bots)} probably against bots, left out`
                : `${formatThousands(bots)} probably against bots, counted`}
          </dd>
          <dd className="flex">
            <ScoreExplain of="lobbies" inputs={inputs} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

function Battles({ tag, battles }: { tag: string; battles: BattlesAnswer }) {
  const [tab, setTab] = useState<BattleTabName>('modes')
  const { coverage, enough, needed, summary, totals, latest } = battles
  const seen = seenIn(totals)
  if (noLogYet(battles)) {
    return <EmptyState title="No battle log yet" hint="Battles come with the game’s log." />
  }
  return (
    <>
      {enough && summary && <Highlight sentence={summary} />}
      {!enough && (
        <EmptyState
          title={`${count(seen, 'battle')} seen; rates need ${seen < needed ? needed : `${needed} won or lost, or ${needed} showdowns`}.`}
          hint="Choose more days or all battles."
        />
      )}
      {seen > 0 && <Totals totals={totals} />}
      <section aria-label="Latest battles">
        <header className="flex flex-wrap items-center justify-between gap-x-4">
          {latest.length > 0 && <h3 className="font-semibold">Last {latest.length}</h3>}
          <Link
            to="/player/$tag/battles"
            params={{ tag: tagInPath(tag) }}
            className="link inline-flex min-h-11 items-center"
          >
            All battles
          </Link>
        </header>
        {latest.length > 0 && (
          <ResultStrip label={`Results of the last ${count(latest.length, 'battle')}`} battles={stripOf(latest)} />
        )}
      </section>
      {seen > 0 && (
        <div>
          <Tabs label="Battles by" value={tab} tabs={TABS} onChange={setTab}>
            <BattleTab of={tab} tag={tag} battles={battles} />
          </Tabs>
        </div>
      )}
      <BattlesKnown {...coverage} days={battles.days} />
    </>
  )
}

const SIGNS = { win: '+', loss: '−', draw: '=' } as const

/** The latest battles as the strip shows them, the newest last. */
export function stripOf(latest: BattlesAnswer['latest']): StripBattle[] {
  return latest.toReversed().map((battle) => ({
    time: battle.time,
    what:
      battle.brawler_name === null
        ? modeName(battle.mode)
        : `${brawlerName(battle.brawler_name)} in ${modeName(battle.mode)}`,
    result: resultText(battle, battle.teams),
    won: isWon(battle, battle.teams),
    sign: battle.result === null ? String(battle.place ?? '?') : SIGNS[battle.result],
  }))
}
