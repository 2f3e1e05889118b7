import { type FormEvent, useEffect, useId, useState } from 'react'
import { LANGUAGES } from '#shared/languages.ts'
import { factsInWords } from '#shared/number-format.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import { hourText } from '#shared/week-hours.ts'
import type { Answer } from '#web/app/api-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { TickChip } from '#web/ui/TickChip.tsx'
import { POST_WORDS } from './channel-words.ts'
import { useDesk } from './desk-changes.tsx'
import { capital } from './desk-words.ts'
import { ChannelSample } from './SamplePosts.tsx'
import { ownTimeZone, TimeZoneField } from './TimeZoneField.tsx'

type Channels = Answer<'GET /api/desk/{tag}/channels'>
type Channel = Channels['channels'][number]
type Post = Channel['posts'][number]

const USUAL_POSTS: readonly Post[] = ['joined', 'left', 'role', 'blacklisted', 'week']

/** The same in every language. */
const ADDRESS_START = 'https://discord.com/api/webhooks/…'

/** What leaders choose about a channel. */
export type ChannelValues = Pick<Channel, 'name' | 'posts' | 'language' | 'time_zone' | 'quiet_hours'>

/** What a channel has now; what is usual for a new one. */
export function valuesOf({ time_zone }: Channels, channel: Channel | null): ChannelValues {
  if (channel !== null) {
    const { name, posts, language, quiet_hours } = channel
    return { name, posts, language, time_zone: channel.time_zone, quiet_hours }
  }
  // A desk without a zone of its own counts in UTC, where few leaders live.
  const zone = time_zone === 'UTC' ? ownTimeZone() : time_zone
  return { name: '', posts: [...USUAL_POSTS], language: pageLanguage(), time_zone: zone, quiet_hours: null }
}

type Problems = Record<string, string>

type Props = {
  title: string
  data: Channels
  values: ChannelValues
  /** Saves, with the address of a new channel; `onFields` takes what is wrong with which field. */
  onSave: (values: ChannelValues, address: string, onFields: (problems: Problems) => void) => Promise<void>
  onClose: () => void
  isNew?: boolean
}

/** A channel's address while it is new, its name, what it gets, and when it is quiet. */
export function ChannelForm({ title, data, values: given, onSave, onClose, isNew = given.name === '' }: Props) {
  const { bar, cover } = useDesk()
  const [values, setValues] = useState(given)
  const [address, setAddress] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    cover(true)
    return () => cover(false)
  }, [cover])
  const set = (change: Partial<ChannelValues>) => setValues({ ...values, ...change })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblems({})
    await onSave(values, address, setProblems)
    setBusy(false)
  }
  return (
    <Dialog title={title} shape="wide" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="grid grid-cols-1 gap-x-5 gap-y-3 pb-6 lg:grid-cols-2">
          <ChannelSample name={values.name} wanted={values.posts} language={values.language} />
          <div className="grid content-start gap-3 lg:order-first">
            {isNew && (
              <TextField
                label={t('desk.webhook')}
                required
                autoComplete="off"
                spellCheck={false}
                maxLength={300}
                dir="ltr"
                placeholder={ADDRESS_START}
                hint={t('desk.webhookHelp')}
                value={address}
                problem={problems.address}
                onChange={(event) => setAddress(event.target.value)}
              />
            )}
            <div className={`grid items-start gap-3 ${data.languages.length > 1 ? 'sm:grid-cols-2' : ''}`}>
              <TextField
                label={t('desk.channelName')}
                required
                maxLength={60}
                placeholder={t('desk.channelExample')}
                value={values.name}
                problem={problems.name}
                onChange={(event) => set({ name: event.target.value })}
              />
              {data.languages.length > 1 && (
                <Choice
                  label={t('desk.language')}
                  value={values.language}
                  choices={data.languages.map((each) => [each, LANGUAGES[each].name] as const)}
                  onChange={(language) => set({ language })}
                />
              )}
            </div>
            <Posts chosen={values.posts} onChange={(posts) => set({ posts })} />
            <When values={values} problems={problems} set={set} />
          </div>
        </div>
        <div className="sticky bottom-0 -mx-5 -mb-5 border-t border-edge bg-card">
          {bar}
          <div className="flex justify-end px-5 py-3">
            <Button type="submit" busy={busy} className="max-sm:w-full">
              {isNew && data.sends ? t('desk.connectAndTest') : t('desk.save')}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

type WhenProps = Pick<Props, 'values'> & { problems: Problems; set: (change: Partial<ChannelValues>) => void }

/** The time zone of the posts, and the hours without any. */
function When({ values, problems, set }: WhenProps) {
  return (
    <div className="grid items-center gap-4 sm:grid-cols-2">
      <TimeZoneField
        label={t('desk.timeZone')}
        value={values.time_zone}
        onChange={(time_zone) => set({ time_zone })}
        problem={problems.time_zone}
      />
      <div className="grid gap-3">
        <QuietHours hours={values.quiet_hours} onChange={(quiet_hours) => set({ quiet_hours })} />
        {problems.quiet_hours && <p className="text-sm text-bad">{problems.quiet_hours}</p>}
      </div>
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

/** A choice from a list, with its label above it as the text fields beside it have theirs. */
function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const id = useId()
  const choose = (text: string) => {
    const choice = choices.find(([each]) => each === text)
    if (choice) onChange(choice[0])
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="min-h-11 w-full rounded-md border border-line bg-bg ps-3 pe-9 text-ink"
      >
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type PostsProps = { chosen: readonly Post[]; onChange: (posts: Post[]) => void }

/** What a channel can get, by what it is about. */
const POST_GROUPS = [
  ['desk.postsRoster', ['joined', 'left', 'role', 'settings', 'blacklisted', 'inactive']],
  ['desk.postsSeason', ['season_end', 'goal', 'board', 'week']],
  ['desk.postsRecords', ['milestones', 'record_days', 'new_tier', 'ranked_best', 'prestige', 'streak']],
] as const satisfies readonly (readonly [PlainTextId, readonly Post[]])[]

function Posts({ chosen, onChange }: PostsProps) {
  return (
    <fieldset>
      <legend className="text-lg font-semibold">{t('desk.itGets')}</legend>
      <div className="grid divide-y divide-edge">
        {POST_GROUPS.map(([title, posts]) => (
          <PostGroup key={title} title={t(title)} posts={posts} chosen={chosen} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  )
}

/** Posts about one thing, folded. A line names the chosen ones, or what there is. */
function PostGroup({ title, posts, chosen, onChange }: PostsProps & { title: string; posts: readonly Post[] }) {
  const wordsOf = (post: Post) => capital(t(POST_WORDS[post]))
  const some = posts.filter((post) => chosen.includes(post))
  return (
    <details>
      <summary className="flex min-h-14 items-center gap-3 py-2 pe-1.5">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm text-mut">{factsInWords((some.length > 0 ? some : posts).map(wordsOf))}</span>
        </span>
        {some.length > 0 && <span className="text-sm font-semibold text-acc">{`${some.length}/${posts.length}`}</span>}
      </summary>
      <fieldset aria-label={title} className="grid grid-cols-2 gap-1.5 pb-3">
        {posts.map((post) => (
          <TickChip
            key={post}
            label={wordsOf(post)}
            checked={chosen.includes(post)}
            onChange={(checked) => onChange(checked ? [...chosen, post] : chosen.filter((each) => each !== post))}
          />
        ))}
      </fieldset>
    </details>
  )
}

const NIGHT = { from: 22, until: 7 }

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), hourText(hour, 0)] as const)

type QuietProps = { hours: Channel['quiet_hours']; onChange: (hours: Channel['quiet_hours']) => void }

/** When nothing is sent; what happened meanwhile follows afterwards. */
function QuietHours({ hours, onChange }: QuietProps) {
  return (
    <>
      <TickChip
        label={t('desk.quietHours')}
        checked={hours !== null}
        onChange={(checked) => onChange(checked ? NIGHT : null)}
      />
      {hours && (
        <div className="grid grid-cols-2 gap-3">
          <Choice
            label={t('desk.from')}
            value={String(hours.from)}
            choices={HOURS}
            onChange={(from) => onChange({ ...hours, from: Number(from) })}
          />
          <Choice
            label={t('desk.untilHour')}
            value={String(hours.until)}
            choices={HOURS}
            onChange={(until) => onChange({ ...hours, until: Number(until) })}
          />
        </div>
      )}
    </>
  )
}
