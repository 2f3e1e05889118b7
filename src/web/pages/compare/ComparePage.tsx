import { useNavigate } from '@tanstack/react-router'
import { documentTitle } from '../../format/document-title.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useTimeframe } from '../../ui/use-timeframe.ts'
import { ChooseNext } from './ChooseNext.tsx'
import { Compared } from './Compared.tsx'
import { type CompareSearch, compareSearchOf, wrongTag } from './compare-search.ts'
import { SideField } from './SideField.tsx'

const KINDS = [
  ['player', 'Players'],
  ['club', 'Clubs'],
] as const

/** Two players or two clubs side by side; which ones and over how many days stands in the address. */
export function ComparePage({ raw }: { raw: Record<string, unknown> }) {
  const chosen = compareSearchOf(raw)
  const { type = 'player', a, b } = chosen
  const [days, onDays] = useTimeframe()
  const navigate = useNavigate()
  useDocumentTitle(documentTitle('Compare'))
  const show = (search: CompareSearch) =>
    void navigate({
      to: '/compare',
      search: { type, a, b, days: raw.days, ...search },
      resetScroll: false,
      viewTransition: false,
    })
  return (
    <>
      <h1 className="text-hero font-extrabold">Compare</h1>
      <p className="mt-1 mb-5 text-mut">Two players or two clubs side by side, over the same days.</p>
      <ChoiceChips
        legend={<span className="sr-only">What to compare</span>}
        value={type}
        choices={KINDS}
        onChange={(kind) => show({ type: kind, a: undefined, b: undefined })}
      />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {(['a', 'b'] as const).map((side) => (
          <SideField
            key={`${type} ${side} ${chosen[side]}`}
            label={side === 'a' ? 'First' : 'Second'}
            type={type}
            value={chosen[side]}
            wrong={wrongTag(raw[side])}
            onChoose={(tag) => show({ [side]: tag })}
          />
        ))}
      </div>
      {a && b ? (
        <Compared key={`${type} ${a} ${b}`} type={type} a={`#${a}`} b={`#${b}`} days={days} onDays={onDays} />
      ) : (
        <div className="mt-6">
          <ChooseNext type={type} chosen={a ?? b} />
        </div>
      )}
    </>
  )
}
