import { createElement, Fragment } from 'react'
import { sentenceParts } from './sentence-parts.ts'

/** The answer first: what the figures of a page say, in one plain sentence, its figures with weight. */
export function Highlight({ sentence }: { sentence: string }) {
  const parts = sentenceParts(sentence).map((part, place) => (place % 2 === 0 ? part : createElement('b', null, part)))
  return (
    <p
      dir="auto"
      className="line-clamp-6 normal-nums rounded-md border-s-3 border-acc bg-linear-to-r from-raise to-transparent px-4 py-3 rtl:bg-linear-to-l"
    >
      {createElement(Fragment, null, ...parts)}
    </p>
  )
}
