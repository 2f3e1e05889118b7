import { useMutation } from '@tanstack/react-query'
import { createElement, type FormEvent, Fragment, type ReactNode, useState } from 'react'
import { activityText, scoreText } from '#shared/bands.ts'
import { APPLICANTS_MAX, PASTED_TEXT_MAX } from '#shared/desk.ts'
import { reasonWords, whyNoTag } from '#shared/desk-reasons.ts'
import { daysText, decimal, lists, percent } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { standingText } from '#shared/ranked-tiers.ts'
import { TAG_SHAPE } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { Button, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
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
          label={t('desk.pasted')}
          required
          maxLength={PASTED_TEXT_MAX}
          spellCheck={false}
          placeholder={t('desk.pastedExample')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={check.isPending} disabled={text.trim() === ''} className="justify-self-start">
          {t('desk.check')}
        </Button>
        <p className="text-sm text-mut">{t('desk.pastedHelp', { most: APPLICANTS_MAX })}</p>
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
        {members.length === 0 && <EmptyState title={t('desk.noTag')} hint={t('desk.noTagHelp', TAG_SHAPE)} />}
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
        {t('desk.found', { players: applicants.length })}
        {left_out > 0 && ` ${t('desk.leftOut', { tags: left_out })}`}
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
      <Text
        id="desk.alreadyMembers"
        values={{
          players: (
            <Listed
              items={members.map(({ player_tag, player_name }) => (
                <EntityLink key={player_tag} to="/player/$tag" tag={player_tag} name={player_name} />
              ))}
            />
          ),
        }}
      />
    </p>
  )
}

/** Elements one after another, with commas as the language writes them. */
function Listed({ items }: { items: readonly ReactNode[] }) {
  const parts = lists({ type: 'unit', style: 'short' }).formatToParts(items.map((_, place) => String(place)))
  const shown = parts.map(({ type, value }) => (type === 'element' ? items[Number(value)] : value))
  return createElement(Fragment, null, ...shown)
}

/** What looks like a tag and is none: nobody is left out without a word. */
function Mistyped({ words }: { words: Checked['mistyped'] }) {
  if (words.length === 0) return null
  return (
    <Notice tone="bad">
      <p>{t('desk.mistyped', { words: words.length })}</p>
      <ul className="list-disc ps-5">
        {words.map(({ text }) => (
          <li key={text}>
            <bdi className="font-semibold">{text}</bdi> {whyNoTag(text)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const STATE: Record<Exclude<Applicant['state'], 'known'>, PlainTextId> = {
  first_seen: 'desk.firstSeen',
  hidden: 'desk.hidden',
  not_found: 'desk.notFound',
  unanswered: 'desk.unanswered',
}

function ApplicantCard({ applicant, onNotes }: { applicant: Applicant; onNotes: () => void }) {
  const {
    player_tag,
    player_name,
    state,
    fit,
    trophies,
    meets_bar,
    missing_facts: missing,
    reasons,
    marks,
    past_clubs,
  } = applicant
  const isShown = state === 'known' || state === 'first_seen'
  return (
    <li className="rounded-lg border border-edge bg-card p-3.5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-lg font-semibold">
          <EntityLink to="/player/$tag" tag={player_tag} name={player_name ?? player_tag} clipped />
        </h2>
        {isShown && (
          <p className="shrink-0 font-semibold">
            {fit === null ? (
              <span className="text-mut">{t('desk.fitUnknown')}</span>
            ) : (
              t('desk.fit', { fit: Math.round(fit) })
            )}
          </p>
        )}
      </div>
      {state !== 'known' && <p className="mt-1 text-warn">{t(STATE[state])}</p>}
      {isShown && (
        <>
          <p className="text-sm text-mut">
            {player_tag}
            {trophies !== null && ` · ${t('desk.trophies', { trophies })}`}
            {meets_bar !== null && ` · ${meets_bar ? t('desk.meetsBar') : t('desk.underBar')}`}
          </p>
          {missing.length > 0 && (
            <p className="text-sm text-warn">{missing.map((fact) => reasonWords(fact)).join('; ')}</p>
          )}
          <Figures applicant={applicant} />
          <Reasons reasons={reasons} />
          <PastClubs clubs={past_clubs} />
          <MarkList marks={marks} />
          <button type="button" className={`${TEXT_BUTTON} -ms-3`} aria-haspopup="dialog" onClick={onNotes}>
            <Text
              id="desk.notesAndMarksOn"
              values={{
                rest: (words) => <span className="sr-only">{words}</span>,
                name: nameOrTag(player_name ?? '', player_tag),
              }}
            />
          </button>
        </>
      )}
    </li>
  )
}

function Figures({ applicant }: { applicant: Applicant }) {
  const { activity_score, consistency, battles_a_day, battles_estimated, hours_in_common, ranked, prestige } = applicant
  const { known_days_30d, days_known } = applicant
  const standing = ranked && standingText(ranked)
  const battlesText = (value: number) => {
    const number = decimal(value)
    return battles_estimated ? t('desk.about', { number }) : number
  }
  const figures = [
    [t('ui.activity'), activity_score, activityText],
    [t('score.consistency'), consistency, scoreText],
    [t('desk.battles'), battles_a_day, battlesText],
    [t('desk.hours'), hours_in_common, percent],
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
        {standing === null ? t('desk.rankedUnknown') : t('desk.ranked', { standing })}{' '}
        {prestige === null ? t('desk.prestigeUnknown') : t('desk.prestige', { prestige })}
      </p>
      <p className="mb-1.5 text-sm text-mut">{t('desk.known', { known: known_days_30d, days: days_known })}</p>
    </>
  )
}

function Reasons({ reasons }: { reasons: Applicant['reasons'] }) {
  if (reasons.length === 0) return null
  return (
    <ul className="list-disc ps-5 text-sm">
      {reasons.map(({ text, fact, points, of }) => (
        <li key={text}>
          {reasonWords(fact)}
          {points !== null && of !== null && <span className="text-mut"> {t('desk.points', { points, all: of })}</span>}
        </li>
      ))}
    </ul>
  )
}

function PastClubs({ clubs }: { clubs: Applicant['past_clubs'] }) {
  if (clubs.length === 0) return null
  return (
    <p className="mt-2 text-sm text-mut">
      <Text
        id="desk.clubs"
        values={{
          clubs: (
            <Listed
              items={clubs.map(({ tag, name, days, at_least, now }) => (
                <Text
                  key={`${tag} ${days}`}
                  id={now ? 'desk.clubDaysNow' : 'desk.clubDays'}
                  values={{
                    club: <EntityLink to="/club/$tag" tag={tag} name={name} />,
                    days: daysText(days, at_least),
                  }}
                />
              ))}
            />
          ),
        }}
      />
    </p>
  )
}
