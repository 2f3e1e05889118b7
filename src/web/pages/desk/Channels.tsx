import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { count } from '#shared/number-format.ts'
import { hourText } from '#shared/week-hours.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { OF_DESKS, query, useQuery, whileChanging } from '#web/app/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { ChannelForm, POST_WORDS, valuesOf } from './ChannelForm.tsx'
import { useDesk } from './desk-changes.tsx'

type Channels = Answer<'GET /api/desk/{tag}/channels'>
type Channel = Channels['channels'][number]

/** The club's Discord channels: what each gets, how it does, and how one is connected. */
export function Channels() {
  const { tag } = useDesk()
  const channels = useQuery({
    ...query('GET /api/desk/{tag}/channels', { params: { tag } }, 'moments'),
    // While a message is on its way.
    refetchInterval: whileChanging(({ channels }) => channels.some(({ waiting }) => waiting > 0)),
  })
  return (
    <QuerySection result={channels} failure="Failed to fetch the channels" loading="Loading the channels">
      {(data) => <ChannelList data={data} />}
    </QuerySection>
  )
}

function ChannelList({ data }: { data: Channels }) {
  const { mayWrite } = useDesk()
  const [opened, open] = useState<Channel | 'new' | null>(null)
  const { channels, channels_max, sends } = data
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="max-w-prose text-sm text-mut">
        Posts for your club's Discord: who came and went, a board, the week.
      </p>
      {!sends && <Notice>Only a try: nothing is sent.</Notice>}
      {channels.length === 0 && (
        <EmptyState
          title="No channel is connected"
          hint="In Discord: settings of a channel, Integrations, Webhooks, New Webhook. Copy its address."
        />
      )}
      <ul aria-label="Channels" className="grid grid-cols-1 gap-3 empty:hidden">
        {channels.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} sends={sends} onChange={() => open(channel)} />
        ))}
      </ul>
      {mayWrite && channels.length < channels_max && (
        <Button aria-haspopup="dialog" onClick={() => open('new')}>
          Connect a channel
        </Button>
      )}
      {channels.length >= channels_max && (
        <p className="text-sm text-mut">A club has {channels_max} channels at most. Remove one to connect another.</p>
      )}
      {opened === 'new' && <NewChannel data={data} onClose={() => open(null)} />}
      {opened !== null && opened !== 'new' && (
        <ChangedChannel data={data} channel={opened} onClose={() => open(null)} />
      )}
    </div>
  )
}

/** Connects a channel and has a test message sent, which proves the address. */
function NewChannel({ data, onClose }: { data: Channels; onClose: () => void }) {
  const { tag, change } = useDesk()
  const save: ComponentProps<typeof ChannelForm>['onSave'] = async (values, address, onFields) => {
    const stored = await change({
      onFields,
      said: `${values.name}: connected`,
      isFinal: true,
      send: async () => {
        const added = await call('POST /api/desk/{tag}/channels', { params: { tag }, body: { address, ...values } })
        // A test that cannot be sent now can be sent from the card.
        if (data.sends) await sendTest(tag, added.channel.id).catch(() => undefined)
        return added
      },
    })
    if (stored) onClose()
  }
  return (
    <ChannelForm title="Connect a channel" data={data} values={valuesOf(data, null)} onSave={save} onClose={onClose} />
  )
}

const sendTest = (tag: string, id: number) =>
  call('POST /api/desk/{tag}/channels/{record_id}/test', { params: { tag, record_id: id } })

type ChangedProps = { data: Channels; channel: Channel; onClose: () => void }

function ChangedChannel({ data, channel, onClose }: ChangedProps) {
  const { change } = useDesk()
  const update = useUpdate(channel)
  const save: ComponentProps<typeof ChannelForm>['onSave'] = async (values, _address, onFields) => {
    if (await change({ said: `${values.name}: saved`, send: update({ ...values }), onFields })) onClose()
  }
  return (
    <ChannelForm title={channel.name} data={data} values={valuesOf(data, channel)} onSave={save} onClose={onClose} />
  )
}

/** How a change of this channel is sent. */
function useUpdate(channel: Channel) {
  const { tag } = useDesk()
  const { id, version, name, posts, language, time_zone, quiet_hours, state } = channel
  const before = { name, posts, language, time_zone, quiet_hours, paused: state === 'paused' }
  return (given: Partial<typeof before>) =>
    (newer = version) =>
      call('PUT /api/desk/{tag}/channels/{record_id}', {
        params: { tag, record_id: id },
        body: { ...before, ...given, version: newer },
      })
}

type CardProps = { channel: Channel; sends: boolean; onChange: () => void }

function ChannelCard({ channel, sends, onChange }: CardProps) {
  const { mayWrite } = useDesk()
  const { name, address, posts, quiet_hours: quiet, time_zone } = channel
  const gets = posts.map((post) => POST_WORDS[post]).join(', ')
  return (
    <li className="rounded-lg border border-edge bg-card p-3.5" aria-label={name}>
      <h2 className="text-lg font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      <p className="truncate text-sm text-mut">{address}</p>
      <ChannelState channel={channel} />
      <p className="mt-1.5">{gets === '' ? 'Gets nothing' : `Gets: ${gets}`}</p>
      {quiet && (
        <p className="text-sm text-mut">
          Quiet from {hourText(quiet.from, 0)} to {hourText(quiet.until, 0)}, {time_zone.replaceAll('_', ' ')}
        </p>
      )}
      <GivenUp messages={channel.given_up} />
      {mayWrite && <ChannelButtons channel={channel} sends={sends} onChange={onChange} />}
    </li>
  )
}

/** On, paused, or switched off and why; and what is on its way. */
function ChannelState({ channel }: { channel: Channel }) {
  const { state, off_reason, tested_at, last_sent_at, waiting, waiting_reason } = channel
  const line: Record<Channel['state'], ReactNode> = {
    on: tested_at === null ? 'Not proven yet: no test message has arrived' : <span className="text-good">On</span>,
    paused: 'Paused: nothing is sent, and nothing is made up for later',
    off: <span className="text-bad">Switched off: {off_reason}</span>,
  }
  return (
    <div role="status" className="mt-1.5">
      <p className="font-semibold">{line[state]}</p>
      <p className="text-sm text-mut">
        {tested_at !== null && (
          <>
            Test arrived <RelativeTime within time={tested_at} />
          </>
        )}
        {last_sent_at !== null && (
          <>
            {tested_at !== null && ' · '}Last message <RelativeTime within time={last_sent_at} />
          </>
        )}
      </p>
      {waiting > 0 && (
        <p className="text-sm text-warn">
          {count(waiting, 'message')} on the way{waiting_reason && `: ${waiting_reason}`}
        </p>
      )}
      {state === 'off' && (
        <p className="text-sm text-mut">
          When it is right again in Discord, send a test. Else remove it and connect a new webhook.
        </p>
      )}
    </div>
  )
}

function GivenUp({ messages }: { messages: Channel['given_up'] }) {
  if (messages.length === 0) return null
  const titleOf = (event: string) => (event in POST_WORDS ? POST_WORDS[event as keyof typeof POST_WORDS] : event)
  return (
    <details className="mt-1.5 text-sm">
      <summary className="min-h-11 content-center">{count(messages.length, 'message')} given up lately</summary>
      <ul className="list-disc ps-5 text-mut">
        {messages.map(({ event, reason, at }) => (
          <li key={`${event} ${at}`}>
            {titleOf(event)}, {shortDay(at)}: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

function ChannelButtons({ channel, sends, onChange }: CardProps) {
  const { tag, change } = useDesk()
  const { id, name, version, state } = channel
  const [asking, ask] = useState(false)
  const client = useQueryClient()
  const update = useUpdate(channel)
  const test = useMutation({
    mutationFn: () => sendTest(tag, id),
    onSuccess: () => client.invalidateQueries(OF_DESKS),
  })
  const isPaused = state === 'paused'
  const pause = () =>
    change({ said: `${name}: ${isPaused ? 'goes on' : 'paused'}`, send: update({ paused: !isPaused }) })
  const remove = () =>
    change({
      said: `${name}: removed`,
      isFinal: true,
      send: (newer = version) =>
        call('DELETE /api/desk/{tag}/channels/{record_id}', {
          params: { tag, record_id: id },
          body: { version: newer },
        }),
    })
  const button = (label: string, onClick: () => void, more: { busy?: boolean; disabled?: boolean } = {}) => (
    <Button variant="outline" className="px-2!" onClick={onClick} {...more}>
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  )
  return (
    <>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {asking ? (
          <>
            {button('Remove for good', remove)}
            {button('Keep it', () => ask(false))}
          </>
        ) : (
          <>
            {button('Send a test', () => test.mutate(), { busy: test.isPending, disabled: !sends || isPaused })}
            {button('Change', onChange)}
            {button(isPaused ? 'Let it go on' : 'Pause', pause)}
            {button('Remove', () => ask(true))}
          </>
        )}
      </div>
      {test.error && <Notice tone="bad">{test.error.message}</Notice>}
    </>
  )
}
