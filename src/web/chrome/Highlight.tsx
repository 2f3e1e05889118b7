import { createElement, Fragment } from 'react'

const LOOK =
  'line-clamp-6 rounded-md border-s-3 border-acc bg-linear-to-r from-raise to-transparent px-4 py-3 rtl:bg-linear-to-l'

/** What the figures of a page say, in one plain sentence with bold figures. One that `leads` is large, others are panels. */
export function Highlight({ sentence, leads = false }: { sentence: string; leads?: boolean | undefined }) {
  const parts = sentenceParts(sentence).map((part, place) =>
    place % 2 === 0 ? part : createElement('b', { className: leads ? toneOf(part) : '' }, part),
  )
  return (
    <p dir="auto" className={leads ? 'text-2xl max-sm:text-lg' : LOOK}>
      {createElement(Fragment, null, ...parts)}
    </p>
  )
}

/** A gain is good, a loss bad; other figures have no colour. */
const toneOf = (figure: string) => (/^\+/.test(figure) ? 'text-good' : /^[−-]/.test(figure) ? 'text-bad' : '')

/** Figures with their signs and units, and the verdict at the beginning of a sentence: `Peak form:`. */
const BOLD = /(^[^:.,]{3,24}:|(?<![\p{L}\p{N}_])[+−±]?\d[\d.,]*(?<![.,])[kM]?[%+]?(?![\p{L}\p{N}_-]))/gu

/** A sentence in parts that are in turn plain and bold. The first part is plain and may be empty. */
export function sentenceParts(sentence: string): string[] {
  return sentence.split(BOLD)
}
