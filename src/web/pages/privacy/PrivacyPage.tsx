import { Eye, EyeOff, type LucideIcon, ShieldCheck, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { normaliseTag } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type CallArguments, call } from '#web/app/api-client.ts'
import { useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { OpenProof, type Proof, useProof } from '#web/chrome/Proof.tsx'
import { useDialogs } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BODY } from '#web/ui/Dolphin.tsx'
import { fullTime } from '#web/ui/date-words.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Text } from '#web/ui/Text.tsx'

/** The page in three lines. */
const SUMMARY = [
  [ShieldCheck, 'privacy.follow'],
  [Eye, 'privacy.keep'],
  [EyeOff, 'privacy.leave'],
] as const

/** What is stored, for how long, and how players and users have it hidden or deleted. */
export function PrivacyPage() {
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-hero font-extrabold">{t('privacy.title')}</h1>
        <SeenAndHidden />
      </div>
      <ul className="mt-3 mb-5 grid gap-2.5 sm:grid-cols-3 sm:gap-4">
        {SUMMARY.map(([Icon, id]) => (
          <li key={id} className="flex items-start gap-3 sm:rounded-lg sm:border sm:border-edge sm:bg-card sm:p-4">
            <Icon size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-acc" />
            <p>
              <Text
                id={id}
                values={{
                  b: (words) => <b className="font-semibold">{words}</b>,
                  rest: (words) => <span className="text-mut">{words}</span>,
                }}
              />
            </p>
          </li>
        ))}
      </ul>
      <div className="grid gap-4 pb-10">
        <Card title={t('privacy.hideMe')} id="hide-me">
          <HideMe />
        </Card>
        <OwnAccount />
        <StoredData />
      </div>
    </>
  )
}

/** Who is seen, and who was hidden: below the water there is only an outline. */
function SeenAndHidden() {
  return (
    <svg viewBox="0 0 150 64" className="h-18 w-40" fill="none" aria-hidden="true">
      <path className="fill-acc" transform="translate(10 -8) scale(.8)" d={BODY} />
      <g className="text-mut" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round">
        <path d="M3 44q9-6 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0" opacity=".6" />
        <path strokeWidth="2" strokeDasharray="5 4" transform="translate(84 6) rotate(14 32 38) scale(.8)" d={BODY} />
      </g>
    </svg>
  )
}

const STORED = [
  ['privacy.looks', 'privacy.looksTime'],
  ['privacy.days', 'privacy.daysTime'],
  ['privacy.moves', 'privacy.movesTime'],
  ['privacy.rankings', 'privacy.rankingsTime'],
  ['privacy.account', 'privacy.accountTime'],
  ['privacy.linked', 'privacy.linkedTime'],
  ['privacy.favourites', 'privacy.favouritesTime'],
  ['privacy.desk', 'privacy.deskTime'],
  ['privacy.discord', 'privacy.discordTime'],
  ['privacy.chat', 'privacy.chatTime'],
  ['privacy.sessions', 'privacy.sessionsTime'],
  ['privacy.reviews', 'privacy.reviewsTime'],
  ['privacy.mail', 'privacy.mailTime'],
  ['privacy.signIns', 'privacy.signInsTime'],
  ['privacy.guest', 'privacy.guestTime'],
  ['privacy.attempts', 'privacy.attemptsTime'],
  ['privacy.visits', 'privacy.visitsTime'],
  ['privacy.logs', 'privacy.logsTime'],
  ['privacy.browser', 'privacy.browserTime'],
] as const satisfies readonly (readonly [what: PlainTextId, howLong: PlainTextId])[]

function StoredData() {
  return (
    <details className="rounded-lg border border-edge bg-card px-3 sm:px-4.5">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3 pe-1.5 text-lg font-semibold">
        {t('privacy.stored')}
      </summary>
      <dl className="divide-y divide-edge border-t border-edge pb-2">
        {STORED.map(([what, howLong]) => (
          <div key={what} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
            <dt>{t(what)}</dt>
            <dd className="text-mut">{t(howLong)}</dd>
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
    <Card title={t('privacy.ownAccount')} id="account">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-mut">{t('privacy.ownAccountHelp')}</p>
        <Button variant="outline" onClick={() => open(isAuthenticated ? 'profile' : 'login')}>
          {isAuthenticated ? t('privacy.openProfile') : t('privacy.logIn')}
        </Button>
      </div>
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
      <p className="mb-4 text-mut">{t('privacy.hideMeHelp')}</p>
      {proof ? (
        <OpenProof {...running} proof={proof} outcome={<Outcome proof={proof} />} another={t('privacy.another')} />
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

const CHOICES = [
  { wish: 'hide', Icon: EyeOff, label: 'privacy.hide', about: 'privacy.hideHelp' },
  { wish: 'delete', Icon: Trash2, label: 'privacy.delete', about: 'privacy.deleteHelp' },
  { wish: 'show', Icon: Eye, label: 'privacy.show', about: 'privacy.showHelp' },
] as const satisfies { wish: Asked['wish']; Icon: LucideIcon; label: PlainTextId; about: PlainTextId }[]

type Choice = (typeof CHOICES)[number]

type FormProps = { onAsk: (asked: Asked) => void; busy: boolean; error: Error | null }

type ChoicesProps = { chosen: Choice; onChoose: (choice: Choice) => void }

/** What a player can ask for, one card each. */
function Choices({ chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t('privacy.wish')}</legend>
      <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
        {CHOICES.map((choice) => (
          <label
            key={choice.wish}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line p-3 has-checked:border-acc has-checked:bg-raise sm:p-4"
          >
            <choice.Icon size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-acc" />
            <span className="min-w-0 flex-1">
              <span className="text-lg font-semibold">{t(choice.label)}</span>
              <span className="block text-sm text-mut">{t(choice.about)}</span>
            </span>
            <input
              type="radio"
              name="wish"
              className="mt-1 size-4.5 shrink-0 rounded-full"
              checked={choice === chosen}
              onChange={() => onChoose(choice)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Asks for what to do, and for the player's tag. */
function HideMeForm({ onAsk, busy, error }: FormProps) {
  const [typed, setTyped] = useState('')
  const [choice, choose] = useState<Choice>(CHOICES[0])
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = normaliseTag(typed)
    setProblem(tag === null ? t('account.invalidTag') : undefined)
    if (tag !== null) onAsk({ tag, wish: choice.wish })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Choices chosen={choice} onChoose={choose} />
      <div className="grid gap-3 items-end sm:flex sm:flex-wrap">
        <TextField
          label={t('account.playerTag')}
          className="sm:w-96"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          problem={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {t(choice.label)}
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
    </form>
  )
}

/** What a request that was carried out has done. */
function Outcome({ proof: { wish, deletes_at } }: { proof: Proof }) {
  const { demo } = useSite()
  if (demo) return t('privacy.demo')
  if (wish === 'show') return t('privacy.shown')
  if (wish === 'hide') return `${t('privacy.hidden')} ${t('privacy.mayLag')}`
  if (deletes_at === null) return t('privacy.deleted')
  return `${t('privacy.deletes', { time: fullTime(deletes_at) })} ${t('privacy.mayLag')}`
}
