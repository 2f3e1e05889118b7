import { Link } from '@tanstack/react-router'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { abbreviate } from '../../format/abbreviate.ts'
import { shortDay } from '../../format/relative-time.ts'
import { Monogram } from '../../ui/Monogram.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { ScoreBar } from '../../ui/ScoreBar.tsx'
import type { CardFacts } from './card-facts.ts'

/** A club or player with its scores; the whole card leads to its page. */
export function BrowseCard({ to, tag, name, about, trophies, scores, popularity, since, analytics }: CardFacts) {
  const shown = nameOrTag(name, tag)
  return (
    <li className="relative grid min-w-0 content-start gap-3 rounded-lg border border-edge bg-card p-4 transition-colors duration-120 ease-calm hover:border-line hover:bg-raise">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Monogram seed={tag} name={shown} className="size-11 rounded-md" />
        <Link
          to={to}
          params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
          title={shown}
          className="block min-w-0 flex-1 leading-tight font-semibold no-underline after:absolute after:inset-0 after:rounded-lg"
        >
          <PlayerName name={shown} className="line-clamp-3 text-left wrap-anywhere" />
        </Link>
        <p className="shrink-0 text-right">
          <span className="block text-lg leading-tight font-extrabold">{abbreviate(trophies)}</span>
          <span className="block text-sm text-mut">trophies</span>
        </p>
        <p className="w-full truncate text-sm text-mut">
          {about.map((part, position) => (
            <span key={part}>
              {position > 0 && ' · '}
              <PlayerName name={part} />
            </span>
          ))}
        </p>
      </div>
      <dl className="grid gap-2 text-sm">
        {scores.map(([label, score]) => (
          <ScoreBar key={label} label={label} score={score} />
        ))}
      </dl>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-mut">
        <span>{analytics ? `Popularity ${Math.round(popularity)}` : 'Analytics need 7 days'}</span>
        <span>Since {shortDay(since)}</span>
      </p>
    </li>
  )
}
