import { useState } from 'react'
import { Monogram } from './Monogram.tsx'

type Props = {
  /** Address of a picture of the game; null for none. */
  art: string | null
  seed: string
  name: string
  /** Size and rounding as classes. */
  className: string
}

/** The drawn avatar, and over it the game's own picture where an art host is configured and has it. */
export function Avatar({ art, seed, name, className }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  if (art === null || art === missing) return <Monogram seed={seed} name={name} className={className} />
  return (
    <span className={`relative shrink-0 overflow-hidden ${className}`}>
      <Monogram seed={seed} name={name} className="size-full" />
      <img
        src={art}
        alt=""
        width="72"
        height="72"
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setMissing(art)}
        className="absolute inset-0 size-full object-contain"
      />
    </span>
  )
}
