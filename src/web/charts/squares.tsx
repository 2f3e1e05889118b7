import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import { t } from '#shared/texts.ts'

export type Square = { row: number; column: number }

/** Two rings, of which one stands out on any step of the scale. */
export const CHOSEN_SQUARE = 'shadow-[inset_0_0_0_2px_var(--ink),inset_0_0_0_4px_var(--bg)]'

type OnSquares = {
  chosen: Square | null
  onChoose: (square: Square | null) => void
  /** What the tip of a square says. */
  tip: (square: Square) => string
}

/** A tap or click on a square of a table chooses it, or gives it up. The square below the pointer gets a tip. */
export function useSquares(table: RefObject<HTMLTableElement | null>, { chosen, onChoose, tip }: OnSquares): void {
  const tap = useEffectEvent((square: Square) => {
    onChoose(square.row === chosen?.row && square.column === chosen.column ? null : square)
  })
  const textOf = useEffectEvent(tip)
  useEffect(() => {
    const shown = table.current
    const onClick = ({ target }: MouseEvent) => {
      const found = squareAt(target)
      if (found) tap(found.square)
    }
    // A tip in the markup of every square would double the text of the table.
    const onPointer = ({ target }: PointerEvent) => {
      const found = squareAt(target)
      if (found) found.cell.title = textOf(found.square)
    }
    shown?.addEventListener('click', onClick)
    shown?.addEventListener('pointerover', onPointer)
    return () => {
      shown?.removeEventListener('click', onClick)
      shown?.removeEventListener('pointerover', onPointer)
    }
  }, [table])
}

function squareAt(target: EventTarget | null): { cell: HTMLTableCellElement; square: Square } | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td[data-sign]') : null
  const row = cell?.closest('tr')
  return cell && row ? { cell, square: { row: row.rowIndex - 1, column: cell.cellIndex - 1 } } : null
}

type SquareReadingProps = {
  label: string
  rows: number
  columns: number
  /** Where the arrow keys begin while no square is chosen. */
  start: Square
  chosen: Square | null
  onChoose: (square: Square | null) => void
  /** What a square says, and what follows in a calmer tone. */
  say: (square: Square) => { text: string; more?: string }
}

/** What the chosen square of a heatmap says. An invisible slider lies over it: its arrow keys go from square to square. */
export function SquareReading({ label, rows, columns, start, chosen, onChoose, say }: SquareReadingProps) {
  if (rows === 0 || columns === 0) return null
  const { row, column } = chosen ?? start
  // Other days may be fewer than those in which the square was chosen.
  const at = { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) }
  const { text, more } = say(at)
  const onKeyDown = (event: KeyboardEvent) => {
    const [down, right] = STEPS[event.key] ?? [0, 0]
    if (event.key === 'Escape') onChoose(null)
    if (down === 0 && right === 0) return
    event.preventDefault()
    const next = { row: at.row + down, column: at.column + right }
    if (next.row >= 0 && next.row < rows && next.column >= 0 && next.column < columns) onChoose(next)
  }
  return (
    <div className="relative mt-1 min-h-11 text-sm sm:min-h-6">
      <p aria-hidden="true">
        {chosen === null ? (
          <span className="text-mut pointer-fine:hidden">{t('chart.tapSquare')}</span>
        ) : (
          <>
            <bdi className="font-semibold">{t('ui.sentence', { words: text })}</bdi>{' '}
            <span className="text-mut">{more}</span>
          </>
        )}
      </p>
      <input
        type="range"
        aria-label={t('chart.bySquare', { label })}
        aria-valuetext={[text, more].filter(Boolean).join('. ')}
        min={0}
        max={rows * columns - 1}
        value={at.row * columns + at.column}
        onChange={(event) => {
          const place = Number(event.target.value)
          onChoose({ row: Math.floor(place / columns), column: place % columns })
        }}
        onKeyDown={onKeyDown}
        className="pointer-events-none absolute inset-0 m-0 appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-moz-range-track]:bg-transparent [&::-webkit-slider-runnable-track]:bg-transparent [&::-webkit-slider-thumb]:opacity-0"
      />
    </div>
  )
}

/** Rows and columns that a key goes on. */
const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
