import { dayInWords } from '#shared/days.ts'
import { count, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubGoalQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { GoalBar, goalState } from '#web/chrome/Goal.tsx'
import { EntityLink } from '#web/ui/Avatar.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Card, Expandable } from '#web/ui/Card.tsx'
import { Explain } from '#web/ui/Explain.tsx'

type Goals = Answer<'GET /api/browse/club/{tag}/goal'>
type Goal = NonNullable<Goals['goal']>

/** What the club wants to reach, and what each member has added. Nothing stands here without a goal. */
export function ClubGoal({ tag }: { tag: string }) {
  const { data } = useQuery(clubGoalQuery(tag))
  if (!data || (data.goal === null && data.past.length === 0)) return null
  const { goal, past } = data
  return (
    <Card title="The club's goal" id="goal" action={goal && <GoalExplain goal={goal} />}>
      {goal ? <RunningGoal goal={goal} /> : <p className="text-mut">No goal is set at the moment.</p>}
      {past.length > 0 && (
        <Expandable title={`Earlier goals: ${past.length}`}>
          <ul className="grid gap-1.5">
            {past.map(({ words, from, reached_on }) => (
              <li key={from + words}>
                {words}: {reached_on === null ? 'not reached' : `reached on ${dayInWords(reached_on)}`}
              </li>
            ))}
          </ul>
        </Expandable>
      )}
    </Card>
  )
}

function RunningGoal({ goal }: { goal: Goal }) {
  return (
    <>
      <p className="text-xl font-extrabold">{goal.words}</p>
      <GoalBar goal={goal} />
      <p className="mt-2 font-semibold">{goalState(goal)}</p>
      <Members goal={goal} />
    </>
  )
}

function GoalExplain({ goal: { from, until, futures_of_100: futures } }: { goal: Goal }) {
  return (
    <Explain label="The club's goal">
      <p>
        Set by the club's leaders. It counts from {dayInWords(from)} to the end of {dayInWords(until)}, in UTC. Trophies
        that a season end takes do not count against a goal of more trophies.
      </p>
      {futures !== null && (
        <p>We tried 100 possible futures, made of the club's last 28 days: {futures} reach the goal in time.</p>
      )}
    </Explain>
  )
}

function Parts({ goal: { played, joined, left, from } }: { goal: Goal }) {
  if (played === null || joined === null || left === null) return null
  const moves = [
    joined === 0 ? [] : [`joiners brought ${signed(joined)}`],
    left === 0 ? [] : [`leavers took ${signed(left)}`],
  ].flat()
  return (
    <p className="mt-1 text-sm text-mut">
      Since {dayInWords(from)}: {signed(played)} by play
      {moves.map((move) => `, ${move}`)}.
    </p>
  )
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
      <Expandable title="Who won it">
        <Parts goal={goal} />
        <ol className="mt-1 grid gap-1">{members.slice(0, SHOWN).map(row)}</ol>
        {rest.length > 0 && (
          <Expandable title={count(rest.length, 'more member')}>
            <ol className="grid gap-1">{rest.map(row)}</ol>
          </Expandable>
        )}
      </Expandable>
    </div>
  )
}
