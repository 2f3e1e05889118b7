import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { t } from '#shared/texts.ts'
import { type Answer, ApiError, call } from '#web/app/api-client.ts'
import { useLocation } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState, Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { OwnLink, PlayerInClub } from './OwnLink.tsx'

const AbsenceFields = lazyPart(() => import('./MarkForm.tsx').then((file) => file.AbsenceFields))

type Own = Answer<'POST /api/desk/own-absences/read'>
type Span = { from: string; until: string; note: string }

/** A member says by their own link when they are away. The link's secret stands after `#`, which no server sees. */
export function AbsencePage() {
  const token = useLocation({ select: ({ hash }) => hash.replace(/^#/, '') })
  // The server renders the page without it. Nearly all visitors bring it.
  const served = useServed()
  return (
    <div className="pb-10 text-balance">
      {served ? (
        <div className={NARROW}>
          <Heading />
          <Loading />
          <noscript>{t('desk.needsScript')}</noscript>
        </div>
      ) : token === '' ? (
        <WithSteps>
          <AwayAndBack />
        </WithSteps>
      ) : (
        <ByLink key={token} token={token} />
      )}
    </div>
  )
}

const NARROW = 'mx-auto max-w-xl'

/** What an absence is, and drawn: a member plays, is away, and comes back. */
function AwayAndBack() {
  const look = 'h-18 w-28 min-w-0'
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-4 py-8 text-center lg:min-h-[60dvh]">
      <div aria-hidden="true" className="flex max-w-full justify-center gap-1">
        <LoneDolphin className={look} />
        <LoneDolphin sunk className={look} />
        <LoneDolphin className={look} />
      </div>
      <h1 className="mt-2 text-2xl font-extrabold">{t('desk.iAmAway')}</h1>
      <p className="max-w-prose text-mut">{t('desk.iAmAwayHelp')}</p>
    </div>
  )
}

/** What there is to say first, and beside it how a member gets the link. */
function WithSteps({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-center gap-3 lg:grid-cols-[2fr_3fr]">
      {children}
      <OwnLink />
    </div>
  )
}

function Heading() {
  return (
    <>
      <h1 className="text-hero font-extrabold">{t('desk.iAmAway')}</h1>
      <p className="mt-1 mb-6 text-mut">{t('desk.iAmAwayHelp')}</p>
    </>
  )
}

const Loading = () => <Skeleton className="h-72 rounded-lg" />

/** All calls answer the same: what is entered now. */
function useOwnAbsences(token: string) {
  const { mutate, ...state } = useMutation({ mutationFn: (ask: () => Promise<Own>) => ask() })
  const [own, setOwn] = useState<Own | null>(null)
  const [said, say] = useState('')
  const send = (ask: () => Promise<Own>, words: string) =>
    mutate(ask, {
      onSuccess: (answer) => {
        setOwn(answer)
        say(words)
      },
    })
  const read = useEffectEvent(() => send(() => call('POST /api/desk/own-absences/read', { body: { token } }), ''))
  useEffect(() => read(), [])
  return { own, said, busy: state.isPending, error: state.error, send, retry: () => read() }
}

function ByLink({ token }: { token: string }) {
  const { own, said, busy, error, send, retry } = useOwnAbsences(token)
  if (error instanceof ApiError && error.status === 404 && own === null) return <BadLink />
  return (
    <div className={NARROW}>
      <Heading />
      {own === null && !error && <Loading />}
      {own === null && error && <ErrorState title={t('desk.absencesFailed')} message={error.message} onRetry={retry} />}
      {own && <OwnAbsences own={own} token={token} said={said} busy={busy} error={error} send={send} />}
    </div>
  )
}

/** Says first that the link does not work, then how another is made. */
function BadLink() {
  return (
    <WithSteps>
      <div role="alert">
        <EmptyState wholePage failed title={t('desk.badLink')} hint={t('desk.byLinkHelp')} />
      </div>
    </WithSteps>
  )
}

type OwnProps = { own: Own; token: string } & Pick<
  ReturnType<typeof useOwnAbsences>,
  'said' | 'busy' | 'error' | 'send'
>

function OwnAbsences({ own, token, said, busy, error, send }: OwnProps) {
  const add = (span: Span) =>
    send(() => call('POST /api/desk/own-absences', { body: { token, ...span } }), t('desk.leadersKnow'))
  const remove = (id: number, version: number) =>
    send(() => call('DELETE /api/desk/own-absences', { body: { token, id, version } }), t('desk.takenBack'))
  return (
    <div className="grid gap-5">
      <PlayerInClub
        player={{ tag: own.player_tag, name: own.player_name }}
        club={{ tag: own.club_tag, name: own.club_name }}
      />
      {own.absences.length > 0 && (
        <ul
          aria-label={t('desk.yourAbsences')}
          className="divide-y divide-edge rounded-lg border border-edge bg-card px-3.5"
        >
          {own.absences.map(({ id, from, until, note, version }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-2.5">
              <div className="min-w-0">
                <p className="font-semibold">{t('desk.span', { from: shortDay(from), until: shortDay(until) })}</p>
                {note && (
                  <p dir="auto" className="text-sm text-mut">
                    {note}
                  </p>
                )}
              </div>
              <Button variant="outline" busy={busy} onClick={() => remove(id, version)}>
                {t('desk.takeBack')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="rounded-lg border border-edge bg-card p-3.5">
        <Suspense fallback={<Skeleton className="h-60 rounded-md" />}>
          <AbsenceFields key={said} busy={busy} onSave={add} />
        </Suspense>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {said !== '' && !error && <Notice tone="good">{said}</Notice>}
    </div>
  )
}
