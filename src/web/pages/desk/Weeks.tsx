import { useState } from 'react'
import { addDays, calendarDay } from '#shared/days.ts'
import { weekCardPath } from '#shared/iso-week.ts'
import { tagInPath } from '#shared/tag.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Button, buttonStyle, useCopy } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/ChoiceChips.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { DeskGoal } from './DeskGoal.tsx'
import { useDesk } from './desk-changes.tsx'
import { gainWords } from './desk-words.ts'
import { lastDayOf, WeekFacts } from './WeekFacts.tsx'

type WeekList = Answer<'GET /api/desk/{tag}/weeks'>

/** The weekly reports, the newest one open. */
export function Weeks() {
  const { tag } = useDesk()
  const weeks = useQuery(query('GET /api/desk/{tag}/weeks', { params: { tag } }, 'moments'))
  return (
    <>
      <DeskGoal />
      <QuerySection result={weeks} failure="Failed to fetch the weeks" loading="Loading the weeks">
        {(data) => <ChosenWeek list={data} />}
      </QuerySection>
      <Link to="/club/$tag/review" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline', 'mt-4')}>
        Seasons and years in review
      </Link>
    </>
  )
}

function ChosenWeek({ list: { weeks, next } }: { list: WeekList }) {
  const [chosen, choose] = useState<string | null>(null)
  const [newest] = weeks
  if (newest === undefined) {
    return (
      <EmptyState
        title="No week is known yet"
        hint={`The first report is made on ${shortDay(next)}: growth, the best of the week, who came and went.`}
      />
    )
  }
  const date = chosen ?? newest.date
  return (
    <>
      <Select
        label="Week, Monday to Sunday"
        value={date}
        choices={weeks.map((week) => [week.date, weekLabel(week)] as const)}
        onChange={choose}
        className="mb-3"
      />
      <OneWeek key={date} date={date} />
      <p className="mt-4 text-sm text-mut">Next report: {shortDay(next)}</p>
    </>
  )
}

/** `to Nov 15, 2026 (+1,200, published)`: the week's last day. */
function weekLabel(week: WeekList['weeks'][number]): string {
  const { growth, published } = week
  const facts = [growth === null ? null : gainWords(growth), published ? 'published' : null].filter(
    (fact) => fact !== null,
  )
  return `to ${lastDayOf(week)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

function OneWeek({ date }: { date: string }) {
  const { tag } = useDesk()
  const report = useQuery(query('GET /api/desk/{tag}/weeks/{date}', { params: { tag, date } }, 'moments'))
  return (
    <QuerySection
      result={report}
      failure="Failed to fetch the report"
      loading="Loading the report"
      shape="h-dvh rounded-md"
    >
      {(week) => (
        <>
          <Share week={week} />
          <WeekFacts week={week} />
          {week.queue && (
            <p className="mt-3 text-mut">
              Queue then: {week.queue.remove} to remove, {week.queue.warn} to warn, {week.queue.promote} to promote.
            </p>
          )}
        </>
      )}
    </QuerySection>
  )
}

type Report = Answer<'GET /api/desk/{tag}/weeks/{date}'>

/** The text for Discord, the page's own address, and who may read it. */
function Share({ week }: { week: Report }) {
  const { tag, isOwner, change } = useDesk()
  const { date, published, version, text } = week
  const { state, copy } = useCopy(() => text)
  const publish = () =>
    change({
      said: published ? 'Private again' : 'Published',
      send: (newer = version) =>
        call('PUT /api/desk/{tag}/weeks/{date}', {
          params: { tag, date },
          body: { published: !published, version: newer },
        }),
    })
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <Button onClick={copy}>{state === 'copied' ? 'Copied' : 'Copy for Discord'}</Button>
        <Link to="/week/$tag" params={{ tag: tagInPath(tag) }} search={{ date }} className={buttonStyle('outline')}>
          Open
        </Link>
        <a href={weekCardPath('club', tag, addDays(calendarDay(date), -7))} className={buttonStyle('outline')}>
          Picture
        </a>
        {isOwner && (
          <Button variant="outline" onClick={publish}>
            {published ? 'Make private' : 'Publish'}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-mut">
        {state === 'failed'
          ? 'The browser did not copy it.'
          : published
            ? 'Public, with names.'
            : 'Private: only leaders can open it.'}
      </p>
    </div>
  )
}
