import type { ReactNode } from 'react'
import type { BrawlerTier } from '#shared/brawler-tiers.ts'
import { brawlerName } from '#shared/game-names.ts'
import { useArt } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import type { MetaSearch } from './meta-search.ts'

/** The colour of a tier's letter. */
export const LETTER: Record<BrawlerTier, string> = {
  S: 'bg-gold text-[oklch(0.22_0.04_90)]',
  A: 'bg-good text-bg',
  B: 'bg-acc text-onacc',
  C: 'bg-h1 text-ink',
  D: 'bg-h0 text-ink',
}

type Props = {
  id: number
  name: string
  rate: string | null
}

/** A brawler beside others: its picture, or a plate of the same height, with its name and how often it wins. */
export function BrawlerTile({ id, name, rate }: Props) {
  const hasArt = useArt('brawler', id) !== null
  const said = brawlerName(name)
  const rated = rate !== null && <span className="text-mut">{rate}</span>
  if (!hasArt) {
    return (
      <span className="grid min-h-11 content-center justify-items-center rounded-sm border border-edge bg-card px-1 py-1 text-center text-xs leading-tight">
        <bdi className="line-clamp-2 max-w-full font-semibold wrap-anywhere">{said}</bdi>
        {rated}
      </span>
    )
  }
  return (
    <span className="grid justify-items-center gap-0.5 text-center text-xs leading-tight">
      <BrawlerPicture id={id} name={name} className="size-11 rounded-md sm:size-12" />
      <bdi className="line-clamp-2 w-full wrap-anywhere">{said}</bdi>
      {rated}
    </span>
  )
}

type LinkProps = { id: number; name: string; search: MetaSearch; children: ReactNode }

/** The way from a tile to the page of its brawler. */
export function TileLink({ id, name, search, children }: LinkProps) {
  return (
    <Link
      to="/meta/brawler/$id"
      params={{ id: String(id) }}
      search={search}
      title={brawlerName(name)}
      className="block h-full rounded-md p-0.5 no-underline hover:bg-raise"
    >
      {children}
    </Link>
  )
}
