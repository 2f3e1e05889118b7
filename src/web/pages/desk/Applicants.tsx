import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { APPLICANTS_MAX, PASTED_TEXT_MAX } from '#shared/desk.ts'
import { count, daysText, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { standingText } from '#shared/ranked-tiers.ts'
import { TAG_CHARACTERS } from '#shared/tag.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { EntityLink } from '#web/ui/Avatar.tsx'
import { Button, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { useDesk } from './desk-changes.tsx'
import { LookingFor } from './LookingFor.tsx'
import { TextArea } from './MarkForm.tsx'
import { MarkList, MemberSheet } from './MemberSheet.tsx'

type Checked = Answer<'POST /api/desk/{tag}/applicants'>
type Applicant = Checked['applicants'][number]

/** What is known of people who want to join: tags or a chat are pasted, and the best fit comes first. */
export function Applicants() {
  const { tag } = useDesk()
  const [text, setText] = useState('')
  const [opened, open] = useState<Applicant | null>(null)
  const check = useMutation({
    mutationFn: () => call('POST /api/desk/{tag}/applicants', { params: { tag }, body: { text } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate()
  }
  return (
    <div className="grid gap-4">
      <form onSubmit={submit} className="grid gap-3">
        <TextArea
          label="Tags, or a chat that contains them"
          required
          maxLength={PASTED_TEXT_MAX}
          spellCheck={false}
          placeholder="Hi! I am #2PP0LRV9 and my friend is #8QQGJ2"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={check.isPending} disabled={text.trim() === ''} className="justify-self-start">
          Check
        </Button>
        <p className="text-sm text-mut">Up to {APPLICANTS_MAX} at once. The text is not kept.</p>
      </form>
      {check.error && <Notice tone="bad">{check.error.message}</Notice>}
      {check.data && <Found checked={check.data} onNotes={open} />}
      <LookingFor />
      {opened && (
        <MemberSheet
          player={{ tag: opened.player_tag, name: opened.player_name ?? opened.player_tag }}
          onClose={() => open(null)}
        />
      )}
    </div>
  )
}

function Found({ checked, onNotes }: { checked: Checked; onNotes: (applicant: Applicant) => void }) {
  const { applicants, already_members: members, left_out, mistyped } = checked
  if (applicants.length === 0) {
    return (
      <>
        {members.length === 0 && (
          <EmptyState title="No tag was found" hint={`A tag begins with # and has ${TAG_CHARACTERS}.`} />
        )}
        <AlreadyMembers members={members} />
        <Mistyped words={mistyped} />
      </>
    )
  }
  return (
    <>
      <AlreadyMembers members={members} />
      <Mistyped words={mistyped} />
      <p role="status" className="text-sm text-mut">
        {count(applicants.length, 'player')}, the best fit first.
        {left_out > 0 && ` ${count(left_out, 'further tag')} left out: check them in a second go.`}
      </p>
      <ul className="grid gap-3">
        {applicants.map((applicant) => (
          <ApplicantCard key={applicant.player_tag} applicant={applicant} onNotes={() => onNotes(applicant)} />
        ))}
      </ul>
    </>
  )
}

/** Whom the text names and who are in the club: they are no applicants. */
function AlreadyMembers({ members }: { members: Checked['already_members'] }) {
  if (members.length === 0) return null
  return (
    <p className="text-sm text-mut">
      Already in your club:{' '}
      {members.map(({ player_tag, player_name }, place) => (
        <span key={player_tag}>
          {place > 0 && ', '}
          <EntityLink to="/player/$tag" tag={player_tag} name={player_name} />
        </span>
      ))}
    </p>
  )
}

/** What looks like a tag and is none: nobody is left out without a word. */
function Mistyped({ words }: { words: Checked['mistyped'] }) {
  if (words.length === 0) return null
  return (
    <Notice tone="bad">
      <p>
        {count(words.length, 'word')} may be meant as {words.length === 1 ? 'a tag and is none' : 'tags and are none'}:
      </p>
      <ul className="list-disc ps-5">
        {words.map(({ text, why }) => (
          <li key={text}>
            <bdi className="font-semibold">{text}</bdi> {why}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const STATE: Record<Exclude<Applicant['state'], 'known'>, string> = {
  first_seen: 'First seen now: nothing is known of the days before.',
  hidden: 'This player asked not to be shown.',
  not_found: 'The game knows no such player.',
  unanswered: 'The game did not answer. Try again in a moment.',
}

function ApplicantCard({ applicant, onNotes }: { applicant: Applicant; onNotes: () => void }) {
  const { player_tag, player_name, state, fit, trophies, meets_bar, missing, reasons, marks, past_clubs } = applicant
  const isShown = state === 'known' || state === 'first_seen'
  return (
    <li className="rounded-lg border border-edge bg-card p-3.5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-lg font-semibold">
          <EntityLink to="/player/$tag" tag={player_tag} name={player_name ?? player_tag} clipped />
        </h2>
        {isShown && (
          <p className="shrink-0 font-semibold">
            {fit === null ? <span className="text-mut">fit not known</span> : `fit ${Math.round(fit)} of 100`}
          </p>
        )}
      </div>
      {state !== 'known' && <p className="mt-1 text-warn">{STATE[state]}</p>}
      {isShown && (
        <>
          <p className="text-sm text-mut">
            {player_tag}
            {trophies !== null && ` · ${formatThousands(trophies)} trophies`}
            {meets_bar !== null && (meets_bar ? ' · meets your bar' : ' · below your bar')}
          </p>
          {missing.length > 0 && <p className="text-sm text-warn">{missing.join('; ')}</p>}
          <Figures applicant={applicant} />
          <Reasons reasons={reasons} />
          <PastClubs clubs={past_clubs} />
          <MarkList marks={marks} />
          <button type="button" className={`${TEXT_BUTTON} -ms-3`} aria-haspopup="dialog" onClick={onNotes}>
            Notes and marks<span className="sr-only"> on {nameOrTag(player_name ?? '', player_tag)}</span>
          </button>
        </>
      )}
    </li>
  )
}

function Figures({ applicant }: { applicant: Applicant }) {
  const { activity_score, consistency, battles_a_day, battles_estimated, hours_in_common, ranked, prestige } = applicant
  const { known_days_30d, days_known } = applicant
  const figures = [
    ['Activity', activity_score, rounded],
    ['Consistency', consistency, rounded],
    ['Battles a day', battles_a_day, (value: number) => `${battles_estimated ? 'about ' : ''}${value.toFixed(1)}`],
    ['Plays in your hours', hours_in_common, (value: number) => `${rounded(value)}%`],
  ] as const
  return (
    <>
      <dl className="my-2.5 grid grid-cols-2 gap-x-5 gap-y-1 rounded-md bg-raise px-3.5 py-2.5 sm:grid-cols-4">
        {figures.map(([label, value, format]) => (
          <div key={label} className="flex items-baseline justify-between gap-2 sm:block">
            <dt className="text-sm text-mut">{label}</dt>
            <dd className="text-lg font-extrabold">
              <KnownNumber value={value} format={format} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">
        Ranked: {(ranked && standingText(ranked)) ?? 'not known yet'}. Prestige: {prestige ?? 'not known yet'}.
      </p>
      <p className="mb-1.5 text-sm text-mut">
        Known on {known_days_30d} of the last 30 days, {count(days_known, 'day')} in all.
      </p>
    </>
  )
}

const rounded = (value: number) => String(Math.round(value))

function Reasons({ reasons }: { reasons: Applicant['reasons'] }) {
  if (reasons.length === 0) return null
  return (
    <ul className="list-disc ps-5 text-sm">
      {reasons.map(({ text, points, of }) => (
        <li key={text}>
          {text}
          {points !== null && of !== null && <span className="text-mut">{` (${points} of ${of} points)`}</span>}
        </li>
      ))}
    </ul>
  )
}

function PastClubs({ clubs }: { clubs: Applicant['past_clubs'] }) {
  if (clubs.length === 0) return null
  return (
    <p className="mt-2 text-sm text-mut">
      Clubs:{' '}
      {clubs.map(({ tag, name, days, at_least, now }, place) => (
        <span key={`${tag} ${days}`}>
          {place > 0 && ', '}
          <EntityLink to="/club/$tag" tag={tag} name={name} /> {daysText(days, at_least)}
          {now && ' until now'}
        </span>
      ))}
    </p>
  )
}
