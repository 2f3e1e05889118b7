import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { DAY_MS } from '#shared/days.ts'
import { PROOF_DAYS } from '#shared/desk.ts'
import { roleName } from '#shared/game-names.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, ApiError, call } from '#web/app/api-client.ts'
import { useMine } from '#web/app/my-choice.ts'
import { OF_DESKS, query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button, buttonStyle, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { Card, QuerySection } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink, PlayerName } from '#web/ui/EntityLink.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { Text } from '#web/ui/Text.tsx'
import { LinkPlayer } from './LinkPlayer.tsx'
import { AbsenceLink, LoginButtons } from './OwnLink.tsx'

type Desks = Answer<'GET /api/desk/clubs'>

/** The desks that a visitor may open, the players whom they have linked, and how to link one. */
export function MyDesks() {
  const { isAuthenticated } = useSession()
  const { demo } = useSite()
  // To guests the server shows a desk in a demo only: the one of the example club.
  const hasDesks = isAuthenticated || demo
  const desks = useQuery({ ...query('GET /api/desk/clubs', undefined, 'moments'), enabled: hasDesks })
  const example = desks.data?.clubs.find(({ player_tag, role }) => player_tag === null && role !== 'member')
  const isRefused = !isAuthenticated && desks.error instanceof ApiError && desks.error.status === 401
  return (
    <div className="grid gap-4">
      {hasDesks && !isRefused && (
        <QuerySection
          result={desks}
          failure={t('desk.desksFailed')}
          loading={t('desk.desksLoading')}
          shape={isAuthenticated ? 'h-48 rounded-md' : 'h-[5.75rem] rounded-lg'}
        >
          {(data) => (
            <div className="grid gap-4">
              <DeskList clubs={data.clubs} signedIn={isAuthenticated} />
              {isAuthenticated && <Players desks={data} />}
            </div>
          )}
        </QuerySection>
      )}
      {example && (
        <Suspense>
          <ExampleCards tag={example.tag} />
        </Suspense>
      )}
      {!isAuthenticated && !(hasDesks && desks.isPending) && <LoginFirst />}
    </div>
  )
}

const ExampleCards = lazyPart(
  () => import('./Queue.tsx').then((file) => file.ExampleCards),
  () => <Skeleton className="h-96 rounded-lg" />,
)

const STEPS = ['desk.step1', 'desk.step2', 'desk.step3'] as const

function LoginFirst() {
  return (
    <Steps title={t('desk.openYours')} steps={STEPS} at={0}>
      <LoginButtons />
    </Steps>
  )
}

const ROLES = {
  owner: 'game.president',
  editor: 'game.vicePresident',
  viewer: 'desk.mayRead',
  member: 'game.member',
} as const satisfies Record<Desks['clubs'][number]['role'], PlainTextId>

function DeskList({ clubs, signedIn }: { clubs: Desks['clubs']; signedIn: boolean }) {
  const open = clubs.filter(({ role }) => role !== 'member')
  if (open.length === 0) {
    return signedIn ? <EmptyState title={t('desk.noDesk')} hint={t('desk.noDeskHelp')} /> : null
  }
  return (
    <ul className="grid grid-cols-1 gap-3" aria-label={t('desk.yours')}>
      {open.map(({ tag, name, role, player_tag }) => (
        <li key={tag}>
          <Link
            to="/desk/$tag"
            params={{ tag: tagInPath(tag) }}
            className="flex items-center gap-3.5 rounded-lg border border-edge bg-card p-3.5 no-underline hover:border-line hover:bg-raise"
          >
            <Monogram seed={tag} name={nameOrTag(name, tag)} className="size-12 rounded-md" />
            <span className="min-w-0 flex-1">
              <PlayerName name={nameOrTag(name, tag)} className="block truncate text-lg font-semibold" />
              <span className="block text-sm text-mut">
                {player_tag === null ? t('desk.exampleForYou') : t(ROLES[role])}
              </span>
            </span>
            <span className={buttonStyle(player_tag === null ? 'primary' : 'outline', 'shrink-0')}>
              {t('desk.open')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Players({ desks }: { desks: Desks }) {
  const { players, players_max: most, proofs_left_today: left } = desks
  const mine = useMine('player')?.tag
  const isLinked = players.some(({ tag }) => tag === mine)
  return (
    <Card title={t('desk.yourPlayers')}>
      {players.length > 0 && (
        <ul className="mb-4 divide-y divide-edge">
          {players.map((player) => (
            <LinkedPlayer key={player.tag} player={player} />
          ))}
        </ul>
      )}
      {players.length >= most ? (
        <p className="text-mut">{t('desk.playersMost', { most })}</p>
      ) : (
        <LinkPlayer left={left} tag={isLinked ? undefined : mine} />
      )}
    </Card>
  )
}

function LinkedPlayer({ player }: { player: Desks['players'][number] }) {
  const { tag, name, club, role, linked_at, proven_until } = player
  const now = useNow()
  const client = useQueryClient()
  const unlink = useMutation({
    mutationFn: () => call('DELETE /api/desk/players/{player}', { params: { player: tag } }),
    onSuccess: () => client.invalidateQueries(OF_DESKS),
  })
  const [asked, ask] = useState(false)
  return (
    <li className="py-3 first:pt-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <EntityLink to="/player/$tag" tag={tag} name={name} className="font-semibold" />
          <p className="text-sm text-mut">
            {club === null ? (
              t('desk.inNoClub')
            ) : (
              <Text
                id="player.roleIn"
                values={{
                  role: roleName(role ?? 'member'),
                  club: <EntityLink to="/club/$tag" tag={club.tag} name={club.name} />,
                }}
              />
            )}
            {' · '}
            {proofWords(linked_at, proven_until, now)}
          </p>
        </div>
        {asked ? (
          <Button variant="danger" busy={unlink.isPending} onClick={() => unlink.mutate()}>
            {t('desk.reallyUnlink')}
          </Button>
        ) : (
          <button type="button" className={`${TEXT_BUTTON} shrink-0`} onClick={() => ask(true)}>
            <Text id="desk.unlink" values={{ rest: (words) => <span className="sr-only">{words}</span>, name }} />
          </button>
        )}
      </div>
      {asked && <p className="mt-1 text-sm text-mut">{t('desk.unlinkHelp')}</p>}
      {unlink.error && <Notice tone="bad">{unlink.error.message}</Notice>}
      <p className="mt-2">
        <Link to="/player/$tag/review" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline')}>
          <Text id="desk.seasons" values={{ rest: (words) => <span className="sr-only">{words}</span>, name }} />
        </Link>
      </p>
      {club && <AbsenceLink clubTag={club.tag} playerTag={tag} />}
    </li>
  )
}

/** Since when the player is linked, until when the proof holds, and what to do about it. `now` is in milliseconds. */
function proofWords(linkedAt: string, until: string, now: number): string {
  const left = Date.parse(until) - now
  const day = shortDay(linkedAt)
  if (left <= 0) return t('desk.linkedOld', { day, days: PROOF_DAYS.holds })
  const id = left > PROOF_DAYS.renewable * DAY_MS ? 'desk.linkedUntil' : 'desk.linkedRenew'
  return t(id, { day, until: shortDay(until) })
}
