import { Fragment } from 'react'

/** Facts in one line or several, with dots between them. `first`: the look of the first one. */
export function Facts({ facts, first = '' }: { facts: readonly string[]; first?: string }) {
  return (
    <span className="dotted flex flex-wrap">
      {facts.map((fact, place) => (
        <Fragment key={fact}>
          <span className={place === 0 ? first : ''}>{fact}</span>{' '}
        </Fragment>
      ))}
    </span>
  )
}
