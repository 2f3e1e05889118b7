import type { ReactNode } from 'react'
import { keysOf } from '#shared/records.ts'

type Props = {
  /** Address of the game's picture without its size; null for none. */
  art: string | null
  /** The tag, from which the drawn avatar follows. */
  seed: string
  name: string
  /** Classes for size and rounding. */
  className: string
}

/** A drawn avatar, covered by the game's own picture where the site has it. */
export function Avatar({ art, seed, name, className }: Props) {
  return (
    <Pictured art={art} className={className}>
      <Monogram seed={seed} name={name} className="size-full" />
    </Pictured>
  )
}

type PicturedProps = Pick<Props, 'art' | 'className'> & {
  /** What is seen without the picture, and until it is there. */
  children: ReactNode
}

/**
 * A picture of the game over a drawing of ours, which is as large. The picture has a ground of its own; for one that is
 * missing the site answers with nothing to see.
 */
export function Pictured({ art, className, children }: PicturedProps) {
  return (
    <span className={`relative block shrink-0 overflow-hidden ${className}`}>
      {children}
      {art !== null && (
        <img
          // The widths that the site has. The one that fits the place is fetched, once it comes into view.
          src={`${art}/72`}
          srcSet={`${art}/72 72w, ${art}/144 144w`}
          sizes="auto, 72px"
          alt=""
          width="72"
          height="72"
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  )
}

type MonogramProps = {
  /** The tag, from which the drawing follows. */
  seed: string
  /** Null leaves the letters away, where the name stands beside it. */
  name: string | null
  /** Classes for size and rounding. */
  className?: string
}

/** A crest: a ground, a shape of the sea behind, and two letters. */
export function Monogram({ seed, name, className = 'size-18 rounded-lg' }: MonogramProps) {
  const { ground, figure, ink, shape, isMirrored, letters } = crestOf(seed, name ?? '')
  return (
    <svg viewBox="0 0 64 64" className={`shrink-0 ${className}`} aria-hidden="true">
      <rect width="64" height="64" fill={ground} />
      {/* The points of a star end behind the letters: a faint one does not cut them. */}
      <path
        d={SHAPES[shape]}
        fill={figure}
        fillOpacity={shape === 'star' ? 0.5 : undefined}
        transform={isMirrored ? 'matrix(-1 0 0 1 64 0)' : undefined}
      />
      {name !== null && (
        <text x="32" y="33" fill={ink} fontSize="25" fontWeight="700" textAnchor="middle" dominantBaseline="central">
          {letters}
        </text>
      )}
    </svg>
  )
}

/** Lightness, chroma and hue in OKLCH. */
type Colour = readonly [lightness: number, chroma: number, hue: number]

/** A background colour and the hue of the shape on it. Any two backgrounds are easy to tell apart. */
type Pair = readonly [ground: Colour, shapeHue: number]

/** Deep grounds carry light letters, bright ones dark letters. */
const DEEP: readonly Pair[] = [
  [[0.53, 0.19, 25], 0],
  [[0.5, 0.18, 355], 320],
  [[0.48, 0.19, 300], 272],
  [[0.51, 0.16, 262], 285],
  [[0.5, 0.085, 205], 245],
  [[0.51, 0.13, 150], 185],
]
const BRIGHT: readonly Pair[] = [
  [[0.8, 0.13, 62], 32],
  [[0.89, 0.16, 96], 62],
  [[0.83, 0.18, 128], 158],
  [[0.84, 0.12, 195], 238],
  [[0.8, 0.11, 300], 270],
  [[0.8, 0.12, 5], 330],
]
export const GROUNDS: readonly Pair[] = [...DEEP, ...BRIGHT]

const LIGHT_INK: Colour = [1, 0, 0]
const DARK_INK: Colour = [0.22, 0.04, 250]

/** By how much the shape is darker than its ground. */
const DARKER = 0.125

const SHAPES = {
  wave: 'M0 40Q16 26 32 40T64 40V64H0Z',
  fin: 'M4 64C12 34 30 12 58 5C47 24 47 42 60 64Z',
  star: 'M32 5L40 22L59 24L45 37L49 57L32 47L15 57L19 37L5 24L24 22Z',
  shell:
    'M32 61L6 43A9 9 0 0 1 6 29A9 9 0 0 1 15 17A10 10 0 0 1 29 11A10 10 0 0 1 35 11A10 10 0 0 1 49 17A9 9 0 0 1 58 29A9 9 0 0 1 58 43Z',
} as const
type Shape = keyof typeof SHAPES
const SHAPE_NAMES = keysOf(SHAPES)

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** A 32-bit number from a text: FNV-1a over its UTF-16 units, mixed so that its low bits depend on all of the text. */
function hash(text: string): number {
  let value = FNV_OFFSET
  for (let position = 0; position < text.length; position++) {
    value = Math.imul(value ^ text.charCodeAt(position), FNV_PRIME)
  }
  return (value ^ (value >>> 15)) >>> 0
}

type Crest = { ground: string; figure: string; ink: string; shape: Shape; isMirrored: boolean; letters: string }

/**
 * What a crest is made of. Colours and shape follow from the seed, so that a club or player looks the same under any
 * name; the letters follow from the name.
 */
export function crestOf(seed: string, name: string): Crest {
  const bits = hash(seed)
  const pair = GROUNDS[bits % GROUNDS.length] ?? [LIGHT_INK, 0]
  const [ground, shapeHue] = pair
  return {
    ground: toCss(ground),
    figure: toCss([ground[0] - DARKER, ground[1], shapeHue]),
    ink: toCss(DEEP.includes(pair) ? LIGHT_INK : DARK_INK),
    shape: SHAPE_NAMES[(bits >>> 7) & 3] ?? 'wave',
    isMirrored: ((bits >>> 5) & 1) === 1,
    letters: initials(name),
  }
}

function toCss([lightness, chroma, hue]: Colour): string {
  return `oklch(${Number(lightness.toFixed(3))} ${chroma} ${hue})`
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
