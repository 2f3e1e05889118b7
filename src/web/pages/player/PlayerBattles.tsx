import { useState } from 'react'
import { battlesSentence } from '#shared/battles-sentence.ts'
import type { Timeframe } from '#shared/days.ts'
import { brawlerName, modeName } from '#shared/game-names.ts'
import { formatThousands } from '#shared/number-format.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { oneOf, readSearchParams } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { type BattleFamily, type BattleLobby, playerBattlesQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { ResultStrip, type StripBattle } from '#web/charts/ResultStrip.tsx'
import { BattlesKnown } from '#web/charts/WinRate.tsx'
import { Highlight } from '#web/chrome/Highlight.tsx'
import { Link, useLocation, useNavigate } from '#web/router/Link.tsx'
import { AnalyticsCard, Expandable } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { QuietChoice } from '#web/ui/QuietChoice.tsx'
import { useServed } from '#web/ui/served.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { BattleTab, type BattleTabName, MoreTotals, namesOfMore, seenIn, TABS, Totals } from './BattleFigures.tsx'
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
      title={t('battles.title')}
      id="battles"
      fold={summariseBattles(result.data)}
      days={days}
      onDays={onDays}
      result={result}
      failure={t('battles.failed')}
      loading={t('battles.loading')}
      shape="h-76 rounded-md"
    >
      {(battles) => (
        <div className="grid grid-cols-1 gap-5">
          <Overall battles={battles} tag={tag} />
          <Choices {...choice} onChange={choose} battles={battles} />
          <CloserLook battles={battles} tag={tag} />
        </div>
      )}
    </AnalyticsCard>
  )
}

type BattlesAnswer = Answer<'GET /api/analytics/player/{tag}/battles'>

/** What a phone shows while the card is folded. */
function summariseBattles(battles: BattlesAnswer | undefined): string {
  if (!battles) return ''
  const { strongest, totals } = battles
  if (noLogYet(battles)) return t('battles.noLogShort')
  const decided = totals.wins + totals.losses
  if (decided > 0) return t('battles.wonOf', { wins: totals.wins, battles: decided })
  if (!strongest) return countOf(battles)
  return t('battles.bestWith', { brawler: brawlerName(strongest.brawler_name), mode: modeName(strongest.mode) })
}

/** Nothing is known then, which is not the same as no battles. */
const noLogYet = ({ coverage, totals }: BattlesAnswer) => coverage.since === null && seenIn(totals) === 0

const countOf = ({ totals }: BattlesAnswer) => t('battles.count', { battles: seenIn(totals) })

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

const families = () => [['ladder', t('battles.ladder')] as const, ['ranked', t('battles.ranked')] as const]
const lobbies = () => [['people', t('battles.people')] as const, ['all', t('battles.all')] as const]

type ChoicesProps = Choice & { battles: BattlesAnswer; onChange: (choice: Partial<Choice>) => void }

/** Which battles are counted, how many are left out as probably against bots, and how much of the timeframe is known. */
function Choices({ family, lobby, battles, onChange }: ChoicesProps) {
  const { by_lobby: byLobby, coverage, days } = battles
  const bots = byLobby.bots + byLobby.likely_bots
  const inputs = [
    [t('battles.people'), byLobby.people],
    [t('battles.bots2'), byLobby.bots],
    [t('battles.bots1'), byLobby.likely_bots],
    [t('battles.botsUnknown'), byLobby.unknown],
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-edge pt-3">
      <QuietChoice
        legend={t('battles.kind')}
        value={family}
        choices={families()}
        onChange={(next) => onChange({ family: next })}
      />
      <QuietChoice
        legend={t('battles.lobbies')}
        value={lobby}
        choices={lobbies()}
        onChange={(next) => onChange({ lobby: next })}
      />
      <dl className="text-sm text-mut">
        <div className="flex min-h-9 items-center gap-2">
          <dt className="sr-only">{t('battles.againstBots')}</dt>
          <dd>
            {bots === 0
              ? t('battles.noBots')
              : t(lobby === 'people' ? 'battles.botsOut' : 'battles.botsIn', { battles: formatThousands(bots) })}
          </dd>
          <dd className="flex">
            <ScoreExplain of="lobbies" inputs={inputs} />
          </dd>
        </div>
      </dl>
      <BattlesKnown {...coverage} days={days} />
    </div>
  )
}

type PartProps = { tag: string; battles: BattlesAnswer }

/** How it goes: in a sentence, in the figures that count most, and battle by battle. */
function Overall({ tag, battles }: PartProps) {
  const { enough, needed, totals, latest, strongest } = battles
  const summary = battlesSentence(battles)
  const seen = seenIn(totals)
  if (noLogYet(battles)) {
    return <EmptyState title={t('battles.noLog')} hint={t('battles.noLogHint')} />
  }
  return (
    <>
      {/* Without a strongest brawler it would repeat the figures below. */}
      {enough && summary && strongest && <Highlight sentence={summary} />}
      {!enough && (
        <EmptyState
          title={t(seen < needed ? 'club.ratesNeed' : 'battles.ratesNeedWon', { battles: seen, needed })}
          hint={t('battles.chooseMore')}
        />
      )}
      <div className={`grid grid-cols-1 gap-x-10 gap-y-5 ${seen > 0 ? 'lg:grid-cols-2' : ''}`}>
        {seen > 0 && <Totals totals={totals} isWhole={isWhole(battles)} />}
        <section aria-label={t('battles.latest')} className="min-w-0">
          <header className="flex flex-wrap items-center justify-between gap-x-4">
            {latest.length > 0 && <h3 className="font-semibold">{t('battles.last', { battles: latest.length })}</h3>}
            <Link
              to="/player/$tag/battles"
              params={{ tag: tagInPath(tag) }}
              className="link inline-flex min-h-11 items-center"
            >
              {t('battles.all')}
            </Link>
          </header>
          {latest.length > 0 && (
            <ResultStrip label={t('battles.results', { battles: latest.length })} battles={stripOf(latest)} />
          )}
        </section>
      </div>
    </>
  )
}

/** Further figures and tables, which open on demand. */
function CloserLook({ tag, battles }: PartProps) {
  const [tab, setTab] = useState<BattleTabName>('modes')
  const tabs = TABS.map(([of, name]) => [of, t(name)] as const)
  if (seenIn(battles.totals) === 0) return null
  const more = { totals: battles.totals, isWhole: isWhole(battles) }
  return (
    <Expandable
      title={
        <span className="min-w-0 py-1.5">
          <span className="block">{tabs.map(([, name]) => name).join(' · ')}</span>
          <span className="block text-sm font-normal text-mut">{namesOfMore(more)}</span>
        </span>
      }
    >
      <MoreTotals {...more} />
      <Tabs label={t('battles.by')} value={tab} tabs={tabs} onChange={setTab}>
        <BattleTab of={tab} tag={tag} battles={battles} />
      </Tabs>
    </Expandable>
  )
}

/** Whether all battles of the player are counted. What some of them brought would contradict the gain of the same days. */
function isWhole({ coverage, by_lobby: { bots, likely_bots }, lobby }: BattlesAnswer): boolean {
  return coverage.share === 100 && (lobby === 'all' || bots + likely_bots === 0)
}

const SIGNS = { win: '+', loss: '−', draw: '=' } as const

/** The latest battles as the strip shows them, the newest last. */
export function stripOf(latest: BattlesAnswer['latest']): StripBattle[] {
  return latest.toReversed().map((battle) => ({
    time: battle.time,
    what:
      battle.brawler_name === null
        ? modeName(battle.mode)
        : t('battles.brawlerIn', { brawler: brawlerName(battle.brawler_name), mode: modeName(battle.mode) }),
    result: resultText(battle, battle.teams),
    won: isWon(battle, battle.teams),
    sign: battle.result === null ? String(battle.place ?? '?') : SIGNS[battle.result],
  }))
}
