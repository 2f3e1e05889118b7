import { createElement, Fragment } from 'react'

/** What the figures of a page say, in one plain sentence. Its figures are bold. */
export function Highlight({ sentence }: { sentence: string }) {
  const parts = sentenceParts(sentence).map((part, place) => (place % 2 === 0 ? part : createElement('b', null, part)))
  return (
    <p
      dir="auto"
      className="line-clamp-6 rounded-md border-s-3 border-acc bg-linear-to-r from-raise to-transparent px-4 py-3 rtl:bg-linear-to-l"
    >
      {createElement(Fragment, null, ...parts)}
    </p>
  )
}

/** Figures with their signs and units, and the verdict at the beginning of a sentence: `Peak form:`. */
const BOLD = /(^[^:.,]{3,24}:|(?<![\p{L}\p{N}_])[+−±]?\d[\d.,]*(?<![.,])[kM]?[%+]?(?![\p{L}\p{N}_-]))/gu

/** A sentence in parts that are in turn plain and bold. The first part is plain and may be empty. */
export function sentenceParts(sentence: string): string[] {
  return sentence.split(BOLD)
}
