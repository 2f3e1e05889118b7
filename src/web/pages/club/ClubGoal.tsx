import { goalWords } from '#shared/club-goal.ts'
import { dayInWords } from '#shared/days.ts'
import { signed, wonText } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubGoalQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { GoalBar, goalState } from '#web/chrome/Goal.tsx'
import { plainlySigned } from '#web/chrome/Week.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Card, Expandable } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'

type Goals = Answer<'GET /api/browse/club/{tag}/goal'>
type Goal = NonNullable<Goals['goal']>

/** What the club wants to reach, and what each member has added. Nothing stands here without a goal. */
export function ClubGoal({ tag }: { tag: string }) {
  const { data } = useQuery(clubGoalQuery(tag))
  if (!data || (data.goal === null && data.past.length === 0)) return null
  const { goal, past } = data
  const isReached = goal !== null && goal.reached_on !== null
  return (
    <Card
      title={t('club.goal')}
      id="goal"
      action={goal && <GoalExplain goal={goal} />}
      fold={isReached ? <ReachedGoal goal={goal} /> : undefined}
      foldedWide={isReached}
    >
      {goal ? <RunningGoal goal={goal} /> : <p className="text-mut">{t('club.noGoal')}</p>}
      {past.length > 0 && (
        <Expandable title={t('club.pastGoals', { goals: past.length })}>
          <ul className="grid gap-1.5">
            {past.map((goal) => (
              <li key={goal.from + goal.until}>{pastGoal(goal)}</li>
            ))}
          </ul>
        </Expandable>
      )}
    </Card>
  )
}

/** One line is enough for what is done. A phone tells what it was reached by where the card is opened. */
function ReachedGoal({ goal }: { goal: Goal }) {
  const moves = movesInShort(goal)
  return (
    <>
      <b className="text-good" aria-hidden="true">
        {'✓ '}
      </b>
      {pastGoal(goal)}
      {moves && <span className="max-sm:hidden">{` (${moves})`}</span>}
    </>
  )
}

/** The parts of what changed, which add up; what was won alone where nobody came or went. */
function movesInShort({ played, joined, left }: Goal): string | false {
  if (played === null) return false
  if (!joined && !left) return wonText(played)
  const parts = { played: plainlySigned(played), joined: plainlySigned(joined ?? 0), left: plainlySigned(left ?? 0) }
  return t('club.gainParts', parts)
}

function pastGoal({ reached_on: reachedOn, ...goal }: Goals['past'][number]): string {
  const words = goalWords(goal)
  if (reachedOn === null) return t('club.goalMissed', { goal: words })
  return t('club.goalReached', { goal: words, day: dayInWords(reachedOn) })
}

function RunningGoal({ goal }: { goal: Goal }) {
  return (
    <>
      <p className="text-xl font-extrabold">{goalWords(goal)}</p>
      <GoalBar goal={goal} />
      <p className="mt-2 font-semibold">{goalState(goal)}</p>
      <Members goal={goal} />
    </>
  )
}

function GoalExplain({ goal: { from, until, futures_of_100: futures } }: { goal: Goal }) {
  return (
    <Explain label={t('club.goal')}>
      <p>{t('club.goalAbout', { from: dayInWords(from), until: dayInWords(until) })}</p>
      {futures !== null && <p>{t('club.goalFutures', { futures })}</p>}
    </Explain>
  )
}

function Parts({ goal: { played, joined, left, from } }: { goal: Goal }) {
  if (played === null || joined === null || left === null) return null
  return (
    <p className="mt-1 text-sm text-mut">
      {partsText({ day: dayInWords(from), played: signed(played) }, joined, left)}
    </p>
  )
}

function partsText(played: { day: string; played: string }, joined: number, left: number): string {
  const moves = { joined: signed(joined), left: signed(left) }
  if (joined !== 0 && left !== 0) return t('club.goalBoth', { ...played, ...moves })
  if (joined !== 0) return t('club.goalJoined', { ...played, joined: moves.joined })
  return left === 0 ? t('club.goalPlayed', played) : t('club.goalLeft', { ...played, left: moves.left })
}

const SHOWN = 5

function Members({ goal }: { goal: Goal }) {
  const { members } = goal
  const most = Math.max(1, ...members.map(({ gain }) => gain))
  const row = ({ player_tag, player_name, gain }: Goal['members'][number]) => (
    <li key={player_tag} className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <EntityLink to="/player/$tag" tag={player_tag} name={player_name} />
      <span className="font-semibold">{signed(gain)}</span>
      <Bar share={(100 * gain) / most} tone="bg-c1" className="col-span-2 h-1.5" />
    </li>
  )
  const rest = members.slice(SHOWN)
  return (
    <div className="mt-3">
      <Expandable title={t('club.whoWon')}>
        <Parts goal={goal} />
        <ol className="mt-1 grid gap-1">{members.slice(0, SHOWN).map(row)}</ol>
        {rest.length > 0 && (
          <Expandable title={t('club.moreMembers', { members: rest.length })}>
            <ol className="grid gap-1">{rest.map(row)}</ol>
          </Expandable>
        )}
      </Expandable>
    </div>
  )
}
