import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { OF_DESKS, query, useQuery, whileChanging } from '#web/app/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Emblem } from '#web/ui/Emblem.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StepList } from '#web/ui/Steps.tsx'
import { Text } from '#web/ui/Text.tsx'
import { Water } from '#web/ui/Water.tsx'
import { ChannelForm, valuesOf } from './ChannelForm.tsx'
import { deliveryWords, POST_WORDS, quietWords } from './channel-words.ts'
import { useDesk } from './desk-changes.tsx'
import { listed } from './desk-words.ts'
import { SamplePosts } from './SamplePosts.tsx'

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
    <QuerySection result={channels} failure={t('desk.channelsFailed')} loading={t('desk.channelsLoading')}>
      {(data) => <ChannelList data={data} />}
    </QuerySection>
  )
}

function ChannelList({ data }: { data: Channels }) {
  const { mayWrite } = useDesk()
  const [opened, open] = useState<Channel | 'new' | null>(null)
  const { channels, channels_max, sends } = data
  const isEmpty = channels.length === 0
  const connect = mayWrite && channels.length < channels_max && (
    <Button aria-haspopup="dialog" className="max-sm:w-full" onClick={() => open('new')}>
      {t('desk.connect')}
    </Button>
  )
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-mut">
        {t('desk.channelsHelp')} {!sends && t('desk.onlyATry')}
      </p>
      {isEmpty && (
        <div className="grid grid-cols-1 gap-3 lg:grid-cols-[2fr_3fr]">
          <FirstSteps>{connect}</FirstSteps>
          <SamplePosts />
        </div>
      )}
      <ul aria-label={t('desk.channels')} className="grid grid-cols-1 items-start gap-3 empty:hidden sm:grid-cols-2">
        {channels.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} sends={sends} onChange={() => open(channel)} />
        ))}
      </ul>
      {!isEmpty && connect && <div>{connect}</div>}
      {channels.length >= channels_max && (
        <p className="text-sm text-mut">{t('desk.channelsMost', { most: channels_max })}</p>
      )}
      {!isEmpty && <AskedSamples />}
      {opened === 'new' && <NewChannel data={data} onClose={() => open(null)} />}
      {opened !== null && opened !== 'new' && (
        <ChangedChannel data={data} channel={opened} onClose={() => open(null)} />
      )}
    </div>
  )
}

const STEPS = ['desk.noChannelHelp', 'desk.stepPaste', 'desk.stepTest'] as const

/** How the first channel is connected, below water as high as the sample beside it leaves. */
function FirstSteps({ children }: { children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="flex flex-col overflow-hidden rounded-lg border border-edge bg-card">
      <div className="relative z-1 grid flex-1 place-items-center pt-4 pb-6">
        <Water />
        <LoneDolphin className="h-24 w-40" />
      </div>
      <div className="grid gap-4 px-3 pt-2 pb-4 sm:px-4.5">
        <h2 id={heading} className="text-xl font-extrabold">
          {t('desk.noChannel')}
        </h2>
        <StepList steps={STEPS} />
        {children}
      </div>
    </section>
  )
}

/** The server makes samples from the club's figures, so they are asked for when somebody wants to see them. */
function AskedSamples() {
  const [asked, ask] = useState(false)
  if (asked) return <SamplePosts />
  return (
    <Button variant="quiet" className="justify-self-start max-sm:w-full" onClick={() => ask(true)}>
      {t('desk.sample')}
    </Button>
  )
}

/** Connects a channel and has a test message sent, which proves the address. */
function NewChannel({ data, onClose }: { data: Channels; onClose: () => void }) {
  const { tag, change } = useDesk()
  const save: ComponentProps<typeof ChannelForm>['onSave'] = async (values, address, onFields) => {
    const stored = await change({
      onFields,
      said: t('desk.saidConnected', { name: values.name }),
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
    <ChannelForm title={t('desk.connect')} data={data} values={valuesOf(data, null)} onSave={save} onClose={onClose} />
  )
}

const sendTest = (tag: string, id: number) =>
  call('POST /api/desk/{tag}/channels/{record_id}/test', { params: { tag, record_id: id } })

type ChangedProps = { data: Channels; channel: Channel; onClose: () => void }

function ChangedChannel({ data, channel, onClose }: ChangedProps) {
  const { change } = useDesk()
  const update = useUpdate(channel)
  const save: ComponentProps<typeof ChannelForm>['onSave'] = async (values, _address, onFields) => {
    if (await change({ said: t('desk.saidSaved', { name: values.name }), send: update({ ...values }), onFields }))
      onClose()
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

/** The depth of a channel: it leaps while it posts, rests while it is paused or unproven, and sinks when it is off. */
const LOOKS = {
  on: { emblem: 'form', border: 'border-s-good', text: 'text-good' },
  unproven: { emblem: 'quiet', border: 'border-s-warn', text: 'text-warn' },
  paused: { emblem: 'quiet', border: 'border-s-line', text: 'text-mut' },
  off: { emblem: 'silent', border: 'border-s-bad', text: 'text-bad' },
} as const

function ChannelCard({ channel, sends, onChange }: CardProps) {
  const { mayWrite } = useDesk()
  const { name, address, posts, quiet_hours: quiet, time_zone, state, tested_at } = channel
  const look = LOOKS[state === 'on' && tested_at === null ? 'unproven' : state]
  return (
    <li className={`min-w-0 rounded-lg border border-s-4 border-edge bg-card p-3.5 ${look.border}`} aria-label={name}>
      <div className="flex items-center gap-3">
        <Emblem of={look.emblem} className={`size-7 ${look.text}`} />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p className="truncate text-sm text-mut">{address}</p>
        </div>
      </div>
      <ChannelState channel={channel} tone={look.text} />
      <p className="mt-1.5">
        {posts.length === 0
          ? t('desk.getsNothing')
          : t('desk.gets', { posts: listed(posts.map((post) => t(POST_WORDS[post]))) })}
      </p>
      {quiet && <p className="text-sm text-mut">{quietWords({ ...quiet, time_zone })}</p>}
      <GivenUp messages={channel.given_up} />
      {mayWrite && <ChannelButtons channel={channel} sends={sends} onChange={onChange} />}
    </li>
  )
}

/** On, paused, or switched off and why; and what is on its way. */
function ChannelState({ channel, tone }: { channel: Channel; tone: string }) {
  const { state, off_reason, off_facts, tested_at, last_sent_at, waiting, waiting_reason, waiting_facts } = channel
  const line: Record<Channel['state'], string> = {
    on: tested_at === null ? t('desk.notProven') : t('desk.on'),
    paused: t('desk.paused'),
    off: t('desk.off', { reason: deliveryWords(off_reason ?? '', off_facts) }),
  }
  return (
    <div role="status" className="mt-1.5">
      <p className={`font-semibold ${tone}`}>{line[state]}</p>
      <p className="text-sm text-mut">
        {tested_at !== null && (
          <Text id="desk.testArrived" values={{ time: <RelativeTime within time={tested_at} /> }} />
        )}
        {tested_at !== null && last_sent_at !== null && ' · '}
        {last_sent_at !== null && (
          <Text id="desk.lastMessage" values={{ time: <RelativeTime within time={last_sent_at} /> }} />
        )}
      </p>
      {waiting > 0 && (
        <p className="text-sm text-warn">
          {waiting_reason
            ? t('desk.onTheWayWhy', { messages: waiting, reason: deliveryWords(waiting_reason, waiting_facts) })
            : t('desk.onTheWay', { messages: waiting })}
        </p>
      )}
      {state === 'off' && <p className="text-sm text-mut">{t('desk.offHelp')}</p>}
    </div>
  )
}

function GivenUp({ messages }: { messages: Channel['given_up'] }) {
  if (messages.length === 0) return null
  const titleOf = (event: string) => (event in POST_WORDS ? t(POST_WORDS[event as keyof typeof POST_WORDS]) : event)
  return (
    <details className="mt-1.5 text-sm">
      <summary className="min-h-11 content-center">{t('desk.givenUp', { messages: messages.length })}</summary>
      <ul className="list-disc ps-5 text-mut">
        {messages.map(({ event, reason, facts, at }) => (
          <li key={`${event} ${at}`}>
            {t('desk.givenUpLine', {
              what: titleOf(event),
              day: shortDay(at),
              reason: deliveryWords(reason, facts),
            })}
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
    change({
      said: t(isPaused ? 'desk.saidGoesOn' : 'desk.saidPaused', { name }),
      send: update({ paused: !isPaused }),
    })
  const remove = () =>
    change({
      said: t('desk.saidChannelGone', { name }),
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
            {button(t('desk.removeForGood'), remove)}
            {button(t('desk.keepIt'), () => ask(false))}
          </>
        ) : (
          <>
            {button(t('desk.sendTest'), () => test.mutate(), { busy: test.isPending, disabled: !sends || isPaused })}
            {button(t('desk.change'), onChange)}
            {button(isPaused ? t('desk.goOn') : t('desk.pause'), pause)}
            {button(t('desk.removeChannel'), () => ask(true))}
          </>
        )}
      </div>
      {test.error && <Notice tone="bad">{test.error.message}</Notice>}
    </>
  )
}
