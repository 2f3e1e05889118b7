import { useState } from 'react'
import { addDays, calendarDay } from '#shared/days.ts'
import { weekCardPath } from '#shared/iso-week.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Button, buttonStyle, useCopy } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Select } from '#web/ui/fields.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { DeskGoal } from './DeskGoal.tsx'
import { useDesk } from './desk-changes.tsx'
import { gainWords, listed } from './desk-words.ts'
import { lastDayOf, WeekFacts } from './WeekFacts.tsx'

type WeekList = Answer<'GET /api/desk/{tag}/weeks'>

/** The weekly reports, the newest one open. */
export function Weeks() {
  const { tag } = useDesk()
  const weeks = useQuery(query('GET /api/desk/{tag}/weeks', { params: { tag } }, 'moments'))
  return (
    <>
      <DeskGoal />
      <QuerySection result={weeks} failure={t('desk.weeksFailed')} loading={t('desk.weeksLoading')}>
        {(data) => <ChosenWeek list={data} />}
      </QuerySection>
      <Link to="/club/$tag/review" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline', 'mt-4')}>
        {t('share.review')}
      </Link>
    </>
  )
}

function ChosenWeek({ list: { weeks, next } }: { list: WeekList }) {
  const [chosen, choose] = useState<string | null>(null)
  const [newest] = weeks
  if (newest === undefined) {
    return <EmptyState title={t('desk.noWeek')} hint={t('desk.noWeekHelp', { day: shortDay(next) })} />
  }
  const date = chosen ?? newest.date
  return (
    <>
      <Select
        label={t('desk.weekField')}
        value={date}
        choices={weeks.map((week) => [week.date, weekLabel(week)] as const)}
        onChange={choose}
        className="mb-3"
      />
      <OneWeek key={date} date={date} />
      <p className="mt-4 text-sm text-mut">{t('desk.nextReport', { day: shortDay(next) })}</p>
    </>
  )
}

/** `to Nov 15, 2026 (+1,200, published)`: the week's last day. */
function weekLabel(week: WeekList['weeks'][number]): string {
  const { growth, published } = week
  const facts = [growth === null ? null : gainWords(growth), published ? t('desk.published') : null].filter(
    (fact) => fact !== null,
  )
  const day = lastDayOf(week)
  return facts.length === 0 ? t('desk.weekTo', { day }) : t('desk.weekToFacts', { day, facts: listed(facts) })
}

function OneWeek({ date }: { date: string }) {
  const { tag } = useDesk()
  const report = useQuery(query('GET /api/desk/{tag}/weeks/{date}', { params: { tag, date } }, 'moments'))
  return (
    <QuerySection
      result={report}
      failure={t('desk.reportFailed')}
      loading={t('desk.reportLoading')}
      shape="h-dvh rounded-md"
    >
      {(week) => (
        <>
          <Share week={week} />
          <WeekFacts week={week} />
          {week.queue && <p className="mt-3 text-mut">{t('desk.queueThen', week.queue)}</p>}
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
      said: published ? t('desk.saidPrivate') : t('desk.saidPublished'),
      send: (newer = version) =>
        call('PUT /api/desk/{tag}/weeks/{date}', {
          params: { tag, date },
          body: { published: !published, version: newer },
        }),
    })
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <Button onClick={copy}>{state === 'copied' ? t('ui.copied') : t('share.discord')}</Button>
        <Link to="/week/$tag" params={{ tag: tagInPath(tag) }} search={{ date }} className={buttonStyle('outline')}>
          {t('mail.weekLink')}
        </Link>
        <a href={weekCardPath('club', tag, addDays(calendarDay(date), -7))} className={buttonStyle('outline')}>
          {t('desk.picture')}
        </a>
        {isOwner && (
          <Button variant="outline" onClick={publish}>
            {published ? t('desk.makePrivate') : t('desk.publish')}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-mut">
        {state === 'failed' ? t('share.notCopied') : published ? t('desk.isPublic') : t('desk.isPrivate')}
      </p>
    </div>
  )
}
