import { useState } from 'react'

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

type MonogramProps = {
  /** What the drawing follows from: the tag. */
  seed: string
  name: string
  /** Size and rounding as classes. */
  className?: string
}

/** A drawn avatar in place of the game's art: hue, wave and two letters. */
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

/** What a drawn avatar is made of: all of it follows from a seed, so an entity looks the same everywhere. */
export type MonogramParts = { hue: number; wave: string; letters: string }

const HUES = 12
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 units, 32 bits. */
function hash(text: string): number {
  let value = FNV_OFFSET
  for (let position = 0; position < text.length; position++) {
    value = Math.imul(value ^ text.charCodeAt(position), FNV_PRIME)
  }
  return value >>> 0
}

/** One of 12 hues and a wave by the seed (the tag), two letters by the name. */
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

/** First letters of the first two words, or the first two letters; `??` where a name has none. */
function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = '', second] = words
  const letters = second ? [firstLetter(first), firstLetter(second)] : [...first].slice(0, 2)
  return letters.join('').toLocaleUpperCase('en-US') || '??'
}

function firstLetter(word: string): string {
  return [...word][0] ?? ''
}
