import { Fragment } from 'react'

/** Facts in one line. Where the line is full it breaks between them, after a dot. `first`: the look of the first one. */
export function Facts({ facts, first = '' }: { facts: readonly string[]; first?: string }) {
  return facts.map((fact, place) => (
    <Fragment key={fact}>
      <span className={`inline-block ${place === 0 ? first : ''}`}>
        {place < facts.length - 1 ? `${fact} ·` : fact}
      </span>{' '}
    </Fragment>
  ))
}
