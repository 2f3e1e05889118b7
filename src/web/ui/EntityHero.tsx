import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { shortDay } from '../format/relative-time.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { buttonStyle } from './button-style.ts'
import { PlayerName } from './PlayerName.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { Tag } from './Tag.tsx'

type Props = {
  kind: 'Club' | 'Player'
  tag: string
  name: string
  /** Address of the game's own picture; null for none. */
  art: string | null
  /** What stands below the name, each with a key, parted by dots. */
  facts: readonly { key: string; text: ReactNode }[]
  lastUpdated: string
  trackedSince: string
  stale: boolean
  onRefresh: () => void
  refreshing: boolean
}

/** The top of a club's or player's page: crest, name, tag, facts, how fresh it is, Compare, Refresh. */
export function EntityHero(props: Props) {
  const { kind, tag, name, art, onRefresh, refreshing } = props
  return (
    <header className="flex flex-wrap items-center gap-x-4.5 gap-y-4">
      <Avatar art={art} seed={tag} name={name} className="size-18 rounded-lg" />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-1.5 text-mut">
          {kind} <span aria-hidden="true">•</span> <Tag tag={tag} />
        </p>
        <h1 className="line-clamp-3 text-hero font-extrabold">
          <PlayerName name={nameOrTag(name, tag)} />
        </h1>
        <Facts {...props} />
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Link to="/compare" search={{ type: kind.toLowerCase(), a: tagInPath(tag) }} className={buttonStyle('outline')}>
          Compare
        </Link>
        <Button onClick={onRefresh} busy={refreshing}>
          {!refreshing && <RefreshCw size={16} aria-hidden="true" />}
          Refresh
        </Button>
      </div>
    </header>
  )
}

function Facts({ facts, lastUpdated, trackedSince, stale }: Props) {
  const updated = (
    <>
      Updated <RelativeTime time={lastUpdated} />
    </>
  )
  const freshness = [
    { key: 'updated', text: updated },
    { key: 'since', text: `Tracking since ${shortDay(trackedSince)}` },
  ]
  return (
    <>
      <ul className="dotted flex flex-wrap text-mut">
        {[...facts, ...freshness].map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      {stale && (
        <p className="mt-1 text-sm text-warn">
          Older than it should be: the newest scan is late, so this is what was last seen.
        </p>
      )}
    </>
  )
}
