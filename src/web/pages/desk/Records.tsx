import type { UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { roleName } from '#shared/game-names.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Button, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Text } from '#web/ui/Text.tsx'
import { useDesk } from './desk-changes.tsx'
import { entryWords } from './log-words.ts'

type LogEntry = Answer<'GET /api/desk/{tag}/log'>['entries'][number]

/** What was done at the desk, newest first. What nobody changed since can be undone here, also days later. */
export function Log() {
  const { tag } = useDesk()
  return (
    <Pages
      read={(before) =>
        query('GET /api/desk/{tag}/log', { params: { tag }, query: { ...(before && { before }) } }, 'moments')
      }
      failure={t('desk.logFailed')}
      loading={t('desk.logLoading')}
      empty={<EmptyState title={t('desk.noLog')} hint={t('desk.noLogHelp')} />}
      items={({ entries }) => entries}
    >
      {(entry) => <LogRow key={entry.id} entry={entry} />}
    </Pages>
  )
}

function LogRow({ entry }: { entry: LogEntry }) {
  const { tag, mayWrite, authorOf, change } = useDesk()
  const { id, at, player_tag, player_name, can_undo } = entry
  const [text, author] = [entryWords(entry), authorOf(entry.author)]
  const undo = () =>
    change({
      said: t('desk.undone'),
      send: () => call('POST /api/desk/{tag}/log/{record_id}/undo', { params: { tag, record_id: id } }),
    })
  return (
    <li className="flex items-start justify-between gap-3 py-2.5">
      <div className="min-w-0">
        {player_tag !== null && (
          <p>
            <EntityLink to="/player/$tag" tag={player_tag} name={player_name ?? player_tag} className="font-semibold" />
          </p>
        )}
        <p dir="auto">{text}</p>
        <p className="text-sm text-mut">
          {author === null ? '' : <bdi>{author} · </bdi>}
          <RelativeTime time={at} />
        </p>
      </div>
      {can_undo && mayWrite && (
        <button type="button" className={`${TEXT_BUTTON} shrink-0`} onClick={undo}>
          <Text id="desk.undoText" values={{ rest: (words) => <span className="sr-only">{words}</span>, text }} />
        </button>
      )}
    </li>
  )
}

type PagesProps<Data, Item> = {
  /** The call that reads the page of entries before this one; the newest page without it. */
  read: (before?: number) => UseQueryOptions<Data>
  items: (page: Data) => readonly Item[]
  failure: string
  loading: string
  /** Stands in place of an empty list. */
  empty: ReactNode
  before?: number
  children: (item: Item) => ReactNode
}

/** A long list, a page at a time. */
export function Pages<Data extends { next_before: number | null }, Item>(props: PagesProps<Data, Item>) {
  const { read, items, failure, loading, empty, before, children } = props
  const [more, setMore] = useState(false)
  return (
    <QuerySection result={useQuery<Data>(read(before))} failure={failure} loading={loading}>
      {(page) => (
        <>
          {before === undefined && items(page).length === 0 && empty}
          <ul className="divide-y divide-edge empty:hidden">{items(page).map(children)}</ul>
          {page.next_before !== null &&
            (more ? (
              <Pages {...props} before={page.next_before} />
            ) : (
              <Button variant="outline" className="mt-3 w-full" onClick={() => setMore(true)}>
                {t('desk.showMore')}
              </Button>
            ))}
        </>
      )}
    </QuerySection>
  )
}

type StaffMember = Answer<'GET /api/desk/{tag}/staff'>['staff'][number]

const ACCESS = {
  owner: 'desk.mayAll',
  editor: 'desk.mayDecide',
  viewer: 'desk.mayRead',
  member: 'desk.mayAway',
} as const satisfies Record<NonNullable<StaffMember['access']>, PlainTextId>

/** Presidents, vice presidents and seniors, and what each may do here. Seniors read when they are invited. */
export function Staff() {
  const { tag } = useDesk()
  const staff = useQuery(query('GET /api/desk/{tag}/staff', { params: { tag } }, 'moments'))
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-mut">{t('desk.staffHelp')}</p>
      <QuerySection result={staff} failure={t('desk.staffFailed')} loading={t('desk.staffLoading')}>
        {({ staff: all }) => (
          <ul className="divide-y divide-edge rounded-lg border border-edge bg-card px-3.5">
            {all.map((member) => (
              <StaffRow key={member.player_tag} member={member} />
            ))}
          </ul>
        )}
      </QuerySection>
    </>
  )
}

function StaffRow({ member }: { member: StaffMember }) {
  const { tag, mayWrite, change } = useDesk()
  const { player_tag, player_name, role, access, invited, linked } = member
  const name = nameOrTag(player_name, player_tag)
  const invite = () =>
    change({
      said: t(invited ? 'desk.saidUninvited' : 'desk.saidInvited', { name }),
      send: () =>
        call('PUT /api/desk/{tag}/staff/{player}', {
          params: { tag, player: player_tag },
          body: { invited: !invited },
        }),
    })
  return (
    <li className="flex items-center justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <EntityLink to="/player/$tag" tag={player_tag} name={player_name} className="font-semibold" />
        <p className="text-sm text-mut">
          {roleName(role)} · {t(access === null ? 'desk.notInvited' : ACCESS[access])}
          {access !== null && !linked && ` · ${t('desk.noAccount')}`}
        </p>
      </div>
      {role === 'senior' && mayWrite && (
        <Button variant="outline" className="shrink-0" onClick={invite}>
          {invited ? t('desk.uninvite') : t('desk.invite')}
          <span className="sr-only">
            {' '}
            <bdi>{name}</bdi>
          </span>
        </Button>
      )}
    </li>
  )
}
