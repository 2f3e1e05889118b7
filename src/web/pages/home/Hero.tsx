import { Dolphin } from '../../chrome/Dolphin.tsx'
import { ExampleTags } from '../../chrome/ExampleTags.tsx'
import { TagSearch } from '../../chrome/TagSearch.tsx'

/** What this is, and the search. */
export function Hero() {
  return (
    <section className="relative pt-4 pb-12 sm:pt-10 sm:pb-16">
      <div className="max-w-2xl">
        <h1 className="text-hero font-extrabold text-balance">See what moves your club below the surface</h1>
        <p className="mt-4 max-w-xl text-lg text-mut">
          Trophy history, activity and member form for every club and player of Brawl Stars. Enter a tag, and tracking
          starts.
        </p>
        <div className="mt-7 max-w-xl">
          <TagSearch large />
        </div>
        <div className="mt-4">
          <ExampleTags />
        </div>
      </div>
      <Scene />
    </section>
  )
}

/** A dolphin over three waves, where the page is wide enough. */
function Scene() {
  return (
    <div aria-hidden="true" className="absolute right-0 bottom-6 hidden w-88 lg:block">
      <Dolphin className="ml-16 h-52 w-60 -rotate-6" />
      <svg
        aria-hidden="true"
        viewBox="0 0 350 80"
        className="-mt-6 w-full text-acc"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
      >
        <path d="M8 20q28-18 56 0t56 0 56 0 56 0 56 0 54 0" strokeWidth="5" />
        <path d="M40 44q22-14 44 0t44 0 44 0 44 0 44 0 44 0" strokeWidth="4" opacity=".55" />
        <path d="M86 66q18-11 36 0t36 0 36 0 36 0 36 0" strokeWidth="3" opacity=".3" />
      </svg>
    </div>
  )
}
