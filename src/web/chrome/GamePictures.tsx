import { brawlerName, modeName } from '#shared/game-names.ts'
import { t } from '#shared/texts.ts'
import { useArt } from '#web/app/queries.ts'
import { Avatar, Pictured } from '#web/ui/Avatar.tsx'
import { Emblem } from '#web/ui/Emblem.tsx'

type Brawler = { id: number; name: string }
type Sized = {
  /** Classes for size and rounding. */
  className?: string
}

/** The picture of a brawler, or our drawing of it. Its name stands beside it. */
export function BrawlerPicture({ id, name, className = 'size-7 rounded-sm' }: Brawler & Sized) {
  return <Avatar art={useArt('brawler', id)} seed={`brawler ${id}`} name={brawlerName(name)} className={className} />
}

/** A brawler in a list or table: its picture, where the site has pictures, and its name. */
export function BrawlerLabel({ id, name }: Brawler) {
  const hasArt = useArt('brawler', id) !== null
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {hasArt && <BrawlerPicture id={id} name={name} />}
      <bdi className="line-clamp-2">{brawlerName(name)}</bdi>
    </span>
  )
}

/**
 * A brawler beside others, as in a team: its picture, or its name where the site has no pictures. Two letters would tell
 * nobody who it is.
 */
export function BrawlerChip({ id, name }: Brawler) {
  const hasArt = useArt('brawler', id) !== null
  const said = brawlerName(name)
  if (!hasArt) return <bdi className="text-sm text-mut not-last:after:content-[',']">{said}</bdi>
  return (
    <span title={said} className="block rounded-sm">
      <BrawlerPicture id={id} name={name} />
      <span className="sr-only">{said}</span>
    </span>
  )
}

/** A brawler of the player whom the page is about, by its picture and its name. */
export function OwnBrawler({ id, name }: Brawler) {
  return (
    <span className="flex min-w-0 items-center gap-2 font-semibold">
      <BrawlerPicture id={id} name={name} className="size-8 rounded-sm" />
      <bdi>{brawlerName(name)}</bdi>
      <span className="sr-only"> {t('game.own')}</span>
    </span>
  )
}

/** A mode by its shape, or by the game's own picture. Its name stands beside it. */
export function ModePicture({ mode, className = 'size-5' }: { mode: string } & Sized) {
  const art = useArt('mode', mode)
  if (art === null) return <Emblem mode={mode} className={className} />
  return (
    <Pictured art={art} className={`rounded-sm ${className}`}>
      <Emblem mode={mode} className="size-full" />
    </Pictured>
  )
}

/** A mode with its shape and its name. */
export function ModeLabel({ mode, className = '' }: { mode: string } & Sized) {
  return (
    <span className={`inline-flex min-w-0 items-center gap-1.5 ${className}`}>
      <ModePicture mode={mode} className="size-5" />
      {/* The line stands on the name's baseline, not on the picture's edge. */}
      <span className="self-baseline">{modeName(mode)}</span>
    </span>
  )
}
