import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from './lazy-part.ts'

const SectionChips = lazyPart(() => import('./SectionChips.tsx').then((file) => file.SectionChips))

/** Ways to the sections of a page, whose code comes after the first paint; their place is kept. */
export function PageSections(props: ComponentProps<typeof SectionChips>) {
  return (
    <Suspense fallback={<div className="my-2 h-13" />}>
      <SectionChips {...props} />
    </Suspense>
  )
}
