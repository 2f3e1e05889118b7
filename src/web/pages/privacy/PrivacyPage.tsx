import { Eye, EyeOff, ShieldCheck } from 'lucide-react'
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

const CHOICES: readonly { wish: Asked['wish']; label: PlainTextId; about: PlainTextId }[] = [
  { wish: 'hide', label: 'privacy.hide', about: 'privacy.hideHelp' },
  { wish: 'delete', label: 'privacy.delete', about: 'privacy.deleteHelp' },
  { wish: 'show', label: 'privacy.show', about: 'privacy.showHelp' },
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
    setProblem(tag === null ? t('account.invalidTag') : undefined)
    if (tag !== null) onAsk({ tag, wish })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('account.playerTag')}
        className="sm:max-w-sm"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        problem={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">{t('privacy.wish')}</legend>
        <div className="grid sm:grid-cols-3 sm:gap-4">
          {CHOICES.map((choice) => (
            <label key={choice.wish} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
              <input
                type="radio"
                name="wish"
                className="mt-1 size-4.5 shrink-0 rounded-full"
                checked={wish === choice.wish}
                onChange={() => setWish(choice.wish)}
              />
              <span>
                <span className="font-semibold">{t(choice.label)}</span>
                <span className="block text-sm text-mut">{t(choice.about)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" busy={busy} className="self-start">
        {t('privacy.start')}
      </Button>
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
