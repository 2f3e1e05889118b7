import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DAY_MS } from '#shared/days.ts'
import { PROOF_DAYS } from '#shared/desk.ts'
import { roleName } from '#shared/game-names.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { type Answer, ApiError, call } from '#web/app/api-client.ts'
import { OF_DESKS, query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { EntityLink, Monogram, PlayerName } from '#web/ui/Avatar.tsx'
import { Button, buttonStyle, TEXT_BUTTON, useCopy } from '#web/ui/Button.tsx'
import { Card, QuerySection } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { LinkPlayer } from './LinkPlayer.tsx'

type Desks = Answer<'GET /api/desk/clubs'>

/** The desks that a visitor may open, the players whom they have linked, and how to link one. */
export function MyDesks() {
  const { isAuthenticated } = useSession()
  const { demo } = useSite()
  // To guests the server shows a desk in a demo only: the one of the example club.
  const hasDesks = isAuthenticated || demo
  const desks = useQuery({ ...query('GET /api/desk/clubs', undefined, 'moments'), enabled: hasDesks })
  const isRefused = !isAuthenticated && desks.error instanceof ApiError && desks.error.status === 401
  return (
    <div className="grid gap-4">
      {hasDesks && !isRefused && (
        <QuerySection
          result={desks}
          failure="Failed to fetch your desks"
          loading="Loading your desks"
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
      {!isAuthenticated && <SignInFirst />}
    </div>
  )
}

function SignInFirst() {
  const open = useDialogs()
  return (
    <Card title="Open the desk of your club">
      <ol className="mb-4 list-decimal space-y-1 ps-5 text-mut">
        <li>Log in, or sign up: it is free.</li>
        <li>Prove it is your player: change the icon in the game and back.</li>
        <li>Presidents and vice presidents see the desk.</li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => open('login')}>Login</Button>
        <Button variant="outline" onClick={() => open('register')}>
          Sign Up
        </Button>
      </div>
    </Card>
  )
}

const ROLES = { owner: 'President', editor: 'Vice President', viewer: 'May read', member: 'Member' } as const

function DeskList({ clubs, signedIn }: { clubs: Desks['clubs']; signedIn: boolean }) {
  const open = clubs.filter(({ role }) => role !== 'member')
  if (open.length === 0) {
    return signedIn ? (
      <EmptyState
        title="No desk is open to you yet"
        hint="Link the player who leads your club. Seniors need an invitation."
      />
    ) : null
  }
  return (
    <ul className="grid gap-3" aria-label="Your desks">
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
                {player_tag === null ? 'Example, for you alone' : ROLES[role]}
              </span>
            </span>
            <span className="shrink-0 font-semibold text-acc">Open</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Players({ desks }: { desks: Desks }) {
  const { players, players_max: most, proofs_left_today: left } = desks
  return (
    <Card title="Your players">
      {players.length > 0 && (
        <ul className="mb-4 divide-y divide-edge">
          {players.map((player) => (
            <LinkedPlayer key={player.tag} player={player} />
          ))}
        </ul>
      )}
      {players.length >= most ? (
        <p className="text-mut">An account has at most {most} players.</p>
      ) : (
        <LinkPlayer left={left} />
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
            {club === null ? 'In no club' : `${role === null ? 'Member' : roleName(role)} of `}
            {club && <EntityLink to="/club/$tag" tag={club.tag} name={club.name} />} · linked on {shortDay(linked_at)},{' '}
            {proofWords(proven_until, now)}
          </p>
        </div>
        {asked ? (
          <Button variant="danger" busy={unlink.isPending} onClick={() => unlink.mutate()}>
            Really unlink
          </Button>
        ) : (
          <button type="button" className={`${TEXT_BUTTON} shrink-0`} onClick={() => ask(true)}>
            Unlink<span className="sr-only"> {name}</span>
          </button>
        )}
      </div>
      {asked && (
        <p className="mt-1 text-sm text-mut">
          What you shared of this player, seasons and years in review, goes with it.
        </p>
      )}
      {unlink.error && <Notice tone="bad">{unlink.error.message}</Notice>}
      <p className="mt-2">
        <Link to="/player/$tag/review" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline')}>
          Seasons in review<span className="sr-only"> of {name}</span>
        </Link>
      </p>
      {club && <AbsenceLink clubTag={club.tag} playerTag={tag} />}
    </li>
  )
}

/** Until when the proof holds, and what to do about it. `now` is in milliseconds. */
function proofWords(until: string, now: number): string {
  const left = Date.parse(until) - now
  if (left <= 0) return `too long ago: after ${PROOF_DAYS.holds} days a player is proven again. Do it below.`
  const renewal = left > PROOF_DAYS.renewable * DAY_MS ? '' : '; you can prove it again below'
  return `proven until ${shortDay(until)}${renewal}`
}

/** Makes the link by which a member says that they are away, and copies it. */
function AbsenceLink({ clubTag, playerTag }: { clubTag: string; playerTag: string }) {
  const made = useMutation({
    mutationFn: () =>
      call('POST /api/desk/{tag}/absence-link', { params: { tag: clubTag }, body: { player_tag: playerTag } }),
  })
  const address = made.data === undefined ? '' : `${location.origin}/absence#${made.data.token}`
  const { state, copy } = useCopy(() => address)
  return (
    <div className="mt-2">
      {made.data === undefined ? (
        <Button variant="outline" busy={made.isPending} onClick={() => made.mutate()}>
          Say that I am away
        </Button>
      ) : (
        <>
          <p className="mb-2 text-sm text-mut">
            For this player alone, until {shortDay(made.data.expires_at)}. Keep it: it needs no login, and replaces
            older links.
          </p>
          <div className="flex flex-wrap gap-2">
            <a href={address} className={buttonStyle()}>
              Open my link
            </a>
            <Button variant="outline" onClick={copy}>
              {state === 'copied' ? 'Copied' : 'Copy it'}
            </Button>
          </div>
        </>
      )}
      {made.error && <Notice tone="bad">{made.error.message}</Notice>}
    </div>
  )
}
