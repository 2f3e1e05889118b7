import { Suspense, useState } from 'react'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { PageProps } from '#web/app/addresses.ts'
import { useMine } from '#web/app/my-choice.ts'
import { IN_PLACE, useNavigate } from '#web/router/Link.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { lazyPart, lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { useTimeframe } from '#web/ui/timeframe.ts'
import { Compared } from './Compared.tsx'
import { type CompareSearch, compareSearchOf } from './compared-sides.ts'

const Rivals = lazyPart(
  () => import('./Rivals.tsx').then((file) => file.Rivals),
  () => null,
)

const Choosing = lazySection(() => import('./Choosing.tsx').then((file) => file.Choosing), {
  pending: <Skeleton className="mt-4 h-96 rounded-lg" />,
})

const KINDS = [
  ['player', 'ui.players'],
  ['club', 'ui.clubs'],
] as const

/** Two players or two clubs side by side. The address says which, and over how many days. */
export function ComparePage({ raw }: Pick<PageProps, 'raw'>) {
  const chosen = compareSearchOf(raw)
  const { type = 'player' } = chosen
  const [days, onDays] = useTimeframe()
  const navigate = useNavigate()
  const [changed, setChanged] = useState<'a' | 'b' | null>(null)
  const mine = useMine(type)
  const own = mine && tagInPath(mine.tag)
  // A side that the address leaves out is the visitor's own, until they change it.
  const ownUnless = (side: 'a' | 'b', other: string | undefined) =>
    own !== null && own !== other && raw[side] === undefined && changed !== side ? own : undefined
  const a = chosen.a ?? ownUnless('a', chosen.b)
  const b = chosen.b ?? ownUnless('b', a)
  const show = (search: CompareSearch) =>
    void navigate({ to: '/compare', search: { type, a, b, days: raw.days, ...search }, ...IN_PLACE })
  const empty = (side: 'a' | 'b') => {
    setChanged(side)
    show({ [side]: undefined })
  }
  const served = useServed()
  const taken = [a, b].flatMap((tag) => (tag === undefined ? [] : [`#${tag}`]))
  // With one side chosen a rival becomes the other one; with both, the second one. Room is kept while rivals may come.
  const rivals = (
    <div className={taken.length === 1 ? 'not-empty:min-h-96' : ''}>
      <Suspense fallback={<span />}>
        {served ? (
          <span />
        ) : (
          <Rivals
            key={type}
            type={type}
            of={taken[0]}
            taken={taken}
            onChoose={(tag) => show(a === undefined ? { a: tag } : { b: tag })}
          />
        )}
      </Suspense>
    </div>
  )
  return (
    <>
      <h1 className="text-hero font-extrabold">{t('pages.compare')}</h1>
      {a && b ? (
        <Compared
          key={`${type} ${a} ${b}`}
          type={type}
          a={`#${a}`}
          b={`#${b}`}
          days={days}
          onDays={onDays}
          rivals={rivals}
          onChange={empty}
        />
      ) : (
        <>
          <p className="mt-1 mb-4 text-mut">{t('compare.lead')}</p>
          <ChoiceChips
            legend={<span className="sr-only">{t('compare.kind')}</span>}
            value={type}
            choices={KINDS.map(([kind, id]) => [kind, t(id)] as const)}
            onChange={(kind) => show({ type: kind, a: undefined, b: undefined })}
          />
          <Choosing
            type={type}
            sides={{ a, b }}
            raw={raw}
            changed={changed}
            rivals={rivals}
            onChoose={show}
            onEmpty={empty}
          />
        </>
      )}
    </>
  )
}
