import { Eye, EyeOff, ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { normaliseTag } from '#shared/tag.ts'
import { type CallArguments, call } from '#web/app/api-client.ts'
import { useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { OpenProof, type Proof, useProof } from '#web/chrome/Proof.tsx'
import { useDialogs } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/ChoiceChips.tsx'
import { fullTime } from '#web/ui/date-words.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** The page in three lines. */
const SUMMARY = [
  [ShieldCheck, 'Nobody follows you.', 'No ads, trackers or cookies.'],
  [Eye, 'We keep what the game shows', 'and what you enter here.'],
  [EyeOff, 'You can leave.', 'Hide your player or delete it.'],
] as const

/** What is stored, for how long, and how players and users have it hidden or deleted. */
export function PrivacyPage() {
  return (
    <>
      <h1 className="text-hero font-extrabold">Privacy</h1>
      <ul className="mt-3 mb-5 grid gap-2.5 sm:grid-cols-3 sm:gap-4">
        {SUMMARY.map(([Icon, title, text]) => (
          <li key={title} className="flex items-start gap-3 sm:rounded-lg sm:border sm:border-edge sm:bg-card sm:p-4">
            <Icon size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-acc" />
            <p>
              <b className="font-semibold">{title}</b> <span className="text-mut">{text}</span>
            </p>
          </li>
        ))}
      </ul>
      <div className="grid gap-4 pb-10">
        <Card title="Hide me" id="hide-me">
          <HideMe />
        </Card>
        <OwnAccount />
        <StoredData />
      </div>
    </>
  )
}

const STORED = [
  ['Each look at players and clubs; battles', '100 days'],
  ['A day in figures: trophies, changes, looks', 'for ever'],
  ['Who joined, left or rose in a club; former names', 'for ever'],
  ['Leaderboards', '100 days, one a day'],
  ['Your account: email, username, hashed password, sealed API key, latest 10 searches', 'until you delete it'],
  [
    'The players that you linked, and the club and player that you call yours',
    'until you unlink them or take it back, or delete the account',
  ],
  ['Your favourites in your account; when you were last at pages, 30 of them', 'until you remove them; 90 days'],
  [
    'What the leaders of your club note of you at their desk: warnings, notes, absences, seen by them alone',
    'until they are removed, and 90 days more; the log of it for a year or more; they go when you are deleted',
  ],
  [
    'Where your club posts to Discord: the address, encrypted; messages that were sent, without their text',
    'until a leader removes it; 30 days',
  ],
  ['The player that you named in a chat with /link', 'until you type /link alone, or a year after the last use'],
  ['Your sessions', '30 days after the last use, 90 days at most'],
  [
    'A season or year in review that you shared, as it was then',
    'until you take it back, unlink the player, or delete the account',
  ],
  ['Where the site sends mail: whose weekly report you asked for', 'until you stop it, or delete the account'],
  [
    'Where the site sends mail: browsers and networks that you signed in from, as hashes; mails that were sent, without their text',
    '180 days after the last sign-in; 30 days',
  ],
  ["A guest's session: searches left, latest 10 searches", '24 hours after the last use'],
  [
    'How often somebody logged in, registered or searched, under a hash of name and network',
    'an hour; 30 days after a login',
  ],
  ['Which pages were visited, under a daily changing number that leads to nobody', '7 days'],
  ['Logs: errors; logins and changes of accounts with their address', 'as long as the operator keeps logs'],
  [
    'In your browser: session, searches, theme, your club, favourites, last visits, and milestones that you have seen',
    'until you log out or clear it',
  ],
] as const

function StoredData() {
  return (
    <details className="rounded-lg border border-edge bg-card px-3 sm:px-4.5">
      <summary className="flex min-h-14 cursor-pointer items-center text-lg font-semibold">
        What is stored, and how long
      </summary>
      <dl className="divide-y divide-edge border-t border-edge pb-2">
        {STORED.map(([what, howLong]) => (
          <div key={what} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
            <dt>{what}</dt>
            <dd className="text-mut">{howLong}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Says where users delete their account. */
function OwnAccount() {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <Card title="Your account" id="account">
      <p className="mb-4 max-w-prose text-mut">Your profile can delete all of it.</p>
      <Button variant="outline" onClick={() => open(isAuthenticated ? 'profile' : 'login')}>
        {isAuthenticated ? 'Open your profile' : 'Log in to your account'}
      </Button>
    </Card>
  )
}

/** Players can have their history hidden or deleted. They prove who they are by changing their icon, and back. */
function HideMe() {
  const running = useProof({
    kept: 'delphin.privacy-proof',
    begin: (body: Asked) => call('POST /api/privacy/requests', { body }),
  })
  const { proof, begin, check } = running
  return (
    <>
      <p className="mb-4 max-w-prose text-mut">
        To prove it is your player, change the icon in the game and back within 20 minutes. To delete, twice.
      </p>
      {proof ? (
        <OpenProof {...running} proof={proof} outcome={<Outcome proof={proof} />} another="Another player" />
      ) : (
        <HideMeForm
          onAsk={(asked) => begin.mutate(asked)}
          busy={begin.isPending || check.isPending}
          error={begin.error}
        />
      )}
    </>
  )
}

type Asked = NonNullable<CallArguments<'POST /api/privacy/requests'>[0]>['body']

const CHOICES: readonly { wish: Asked['wish']; label: string; about: string }[] = [
  { wish: 'hide', label: 'Hide', about: 'Shown nowhere. The history is kept.' },
  {
    wish: 'delete',
    label: 'Delete',
    about: 'Hidden now, deleted after 24 hours unless you stop it. Only the tag is kept.',
  },
  {
    wish: 'show',
    label: 'Show again',
    about: 'The history goes on; a waiting deletion stops.',
  },
]

type FormProps = { onAsk: (asked: Asked) => void; busy: boolean; error: Error | null }

/** Asks for the player's tag and for what to do. */
function HideMeForm({ onAsk, busy, error }: FormProps) {
  const [typed, setTyped] = useState('')
  const [wish, setWish] = useState<Asked['wish']>('hide')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = normaliseTag(typed)
    setProblem(tag === null ? 'Invalid search tag' : undefined)
    if (tag !== null) onAsk({ tag, wish })
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-prose flex-col gap-4">
      <TextField
        label="Player tag"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        problem={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Your wish</legend>
        {CHOICES.map((choice) => (
          <label key={choice.wish} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
            <input
              type="radio"
              name="wish"
              className="mt-1 size-4.5 shrink-0 accent-acc"
              checked={wish === choice.wish}
              onChange={() => setWish(choice.wish)}
            />
            <span>
              <span className="font-semibold">{choice.label}</span>
              <span className="block text-sm text-mut">{choice.about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" busy={busy} className="self-start">
        Start
      </Button>
      {error && <Notice tone="bad">{error.message}</Notice>}
    </form>
  )
}

const MAY_LAG = 'Some pages follow after some minutes.'

/** What a request that was carried out has done. */
function Outcome({ proof: { wish, deletes_at } }: { proof: Proof }) {
  const { demo } = useSite()
  if (demo) {
    return 'Done, as far as the demo goes: it holds for you alone and for 24 hours. Everybody still sees the player.'
  }
  if (wish === 'show') return 'The player is shown again.'
  if (wish === 'hide') return `The player is hidden. ${MAY_LAG}`
  if (deletes_at === null) return 'The deletion is done, or another request stopped it.'
  return `The player is hidden. The history will be deleted on ${fullTime(deletes_at)}; to stop that, ask to be shown again. ${MAY_LAG}`
}
