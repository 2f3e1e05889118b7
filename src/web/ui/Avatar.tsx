import { useState } from 'react'

type Props = {
  /** Address of the game's picture; null for none. */
  art: string | null
  /** The tag, from which the drawn avatar follows. */
  seed: string
  name: string
  /** Classes for size and rounding. */
  className: string
}

/** A drawn avatar. The game's own picture covers it where an art host is configured and has the picture. */
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

type MonogramProps = {
  /** The tag, from which the drawing follows. */
  seed: string
  name: string
  /** Classes for size and rounding. */
  className?: string
}

/** A drawn avatar: a hue, a wave and two letters. */
export function Monogram({ seed, name, className = 'size-18 rounded-lg' }: MonogramProps) {
  const { hue, wave, letters } = monogramParts(seed, name)
  return (
    <svg viewBox="0 0 64 64" className={`shrink-0 ${className}`} aria-hidden="true">
      <rect width="64" height="64" fill={`oklch(0.42 0.09 ${hue})`} />
      <path d={wave} fill={`oklch(0.5 0.085 ${hue + 25})`} />
      <text x="32" y="33" fill="#fff" fontSize="25" fontWeight="700" textAnchor="middle" dominantBaseline="central">
        {letters}
      </text>
    </svg>
  )
}

type MonogramParts = { hue: number; wave: string; letters: string }

const HUES = 12
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** A 32-bit number from a text: FNV-1a over its UTF-16 units. */
function hash(text: string): number {
  let value = FNV_OFFSET
  for (let position = 0; position < text.length; position++) {
    value = Math.imul(value ^ text.charCodeAt(position), FNV_PRIME)
  }
  return value >>> 0
}

/**
 * What a drawn avatar is made of. One of 12 hues and the wave follow from the seed, so that a club or player looks the
 * same under any name; the letters follow from the name.
 */
export function monogramParts(seed: string, name: string): MonogramParts {
  const bits = hash(seed)
  const crest = 22 + ((bits >>> 8) % 16)
  const left = 26 + ((bits >>> 12) % 14)
  const right = 26 + ((bits >>> 16) % 14)
  return {
    hue: ((bits % HUES) * 360) / HUES,
    wave: `M0 ${left}Q16 ${crest - 8} 32 ${crest + 12}T64 ${right}V64H0Z`,
    letters: initials(name),
  }
}

/** The first letters of the first two words, or the first two letters of the only word; `??` for a name without letters. */
function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = '', second] = words
  const letters = second ? [firstLetter(first), firstLetter(second)] : [...first].slice(0, 2)
  return letters.join('').toLocaleUpperCase('en-US') || '??'
}

function firstLetter(word: string): string {
  return [...word][0] ?? ''
}
