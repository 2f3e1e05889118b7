import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import {
  Component,
  type ComponentType,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { hasInput, repeatInput, WAITS } from './early-input.ts'
import { SectionFailure } from './Notice.tsx'
import { useServed } from './RelativeTime.tsx'

type Failed<Props> = ComponentType<Props & { onRetry: () => void }>

/**
 * A component whose code is loaded when it is first shown, and which the server does not render: a dialog. When the code
 * does not arrive, `Failure` takes its place and nothing else of the page fails.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: Failed<Props> = PartFailure,
): ComponentType<Props> {
  if (import.meta.env.SSR) return NeverLoaded
  let Content: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  let isSettled = false
  const settle = async () => {
    Content = await load().catch(() => null)
    isSettled = true
  }
  return function Part(props) {
    const [, rerender] = useReducer((times: number) => times + 1, 0)
    loading ??= settle()
    // Thrown, as React's own lazy parts do it: with `use`, a first render within `act` waits for ever.
    if (!isSettled) throw loading
    if (Content !== null) return <Content {...props} />
    const again = () => {
      loading = null
      isSettled = false
      startTransition(rerender)
    }
    return <Failure {...props} onRetry={again} />
  }
}

/** In place of a part of the page whose code did not arrive. */
function PartFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <SectionFailure title="This part did not load" message="You may be offline." onRetry={onRetry} retrying={false} />
  )
}

/** Waits for a new promise each time: a shared one would keep every rendered page in memory. */
function NeverLoaded(): null {
  use(new Promise<never>(() => {}))
  return null
}

type Options = {
  /** Stands in place of the section while its code is loading. The server's page has the section itself. */
  pending?: ReactNode
  className?: string
}

/**
 * A section of a page with code of its own. The server renders it. In the server's page the section gets its code when it
 * comes into the window, or as soon as the visitor does anything; until then the markup stands, also if the code never
 * arrives. In a page opened by a link it loads at once, as a `lazyPart`.
 */
export function lazySection<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending, className }: Options = {},
): ComponentType<Props> {
  let inServedPage = false
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const loadLater = async () => {
    await begun
    return inServedPage ? persist(load) : load()
  }
  const Content = import.meta.env.SSR ? loadedOnServer(load) : lazyPart(loadLater)
  // Rendered anew only with new props: React drops the server's markup when what waits is rendered anew.
  const Waiting = memo(({ id, given }: { id: string; given: Props }) => (
    <Suspense fallback={pending}>
      <Content {...given} />
      <Awake id={id} />
    </Suspense>
  ))
  return memo(function Section(props: Props) {
    const place = useRef<HTMLDivElement>(null)
    const id = useId()
    const [served] = useState(useServed())
    useEffect(() => {
      inServedPage = served
      const section = place.current
      return served && section && !hasInput(section) ? whenNear(section, begin) : begin()
    }, [served])
    return (
      <div ref={place} id={id} className={className} {...(served && { [WAITS]: '' })}>
        <Waiting id={id} given={props} />
      </div>
    )
  })
}

/**
 * Asks what a section needs together with the page's own calls where the page was opened by a link, and not only when the
 * section has its code. In a served page the section asks when it comes near the window.
 */
export function useAskedWithPage<Answer>(query: UseQueryOptions<Answer, Error, Answer, readonly unknown[]>): void {
  const [served] = useState(useServed())
  useQuery({ ...query, enabled: !served, notifyOnChangeProps: [] })
}

/** What loads the sections whose code the server lacks. It renders pages with their sections. */
const missing = new Set<() => Promise<void>>()

/** Loads the code of all sections on the server. What does not arrive is tried again by the next call. */
export async function sectionsLoaded(): Promise<void> {
  while (missing.size > 0) await Promise.all([...missing].map((arrive) => arrive()))
}

function loadedOnServer<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null
  const arrive = async () => {
    Loaded = await load()
    missing.delete(arrive)
  }
  missing.add(arrive)
  return (props) => (Loaded ? <Loaded {...props} /> : null)
}

/** Rendered with the code of an element: it takes over what the visitor did there before. */
export function Awake({ id }: { id: string }): null {
  useLayoutEffect(() => {
    const element = document.getElementById(id)
    if (element) repeatInput(element)
  }, [id])
  return null
}

const [LOOK_MS, LOOKS] = [100, 100]

/**
 * Wakes the sections for an answer. One that is `newer` than the first, of which the server's markup is made, waits until all of
 * them have taken over that markup, or ten seconds: React would find other words, and make it anew.
 */
export async function sectionsAwake(newer: boolean): Promise<void> {
  wakeSections()
  for (let look = 0; newer && look < LOOKS && document.querySelector(`[${WAITS}]`); look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    wakeSections()
  }
}

/**
 * How far from the window a section gets its code, in parts of the window's height. A visitor who only reads the first
 * screen loads nothing else, also where the title of the next section is in sight.
 */
const IN_SIGHT = '0px 0px -10%'
const NEAR = '50% 0px'
let reach = IN_SIGHT

const waiting = new Set<() => void>()

/** Gives their code to all sections of the page: the visitor has begun to use it. */
export function wakeSections(): void {
  reach = NEAR
  for (const wake of waiting) wake()
}

/** Calls back when the element comes into the window or, once the page is used, near it; or with all other sections. */
function whenNear(element: Element, call: () => void): () => void {
  const end = () => {
    observer.disconnect()
    waiting.delete(wake)
  }
  const wake = () => {
    end()
    call()
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) wake()
    },
    { rootMargin: reach },
  )
  // An element without a box of its own never comes into sight; what is in it does.
  for (const each of [element, ...element.children]) observer.observe(each)
  waiting.add(wake)
  return end
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** Tries until the code has arrived: after a pause that grows, and when the browser is online again. */
async function persist<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await load()
    } catch {
      await new Promise<void>((resolve) => {
        window.addEventListener('online', () => resolve(), { once: true })
        setTimeout(resolve, pause)
      })
    }
  }
}

type BoundaryProps = {
  /** What stands in place of content that failed to render. */
  failed: (error: unknown) => ReactNode
  /** Another key tries the content again. */
  of?: string
  children: ReactNode
}
type BoundaryState = { error: { thrown: unknown } | null; of: string | undefined }

/** Keeps a failure to render from what is around it. React has no function for that. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, of: this.props.of }

  static getDerivedStateFromError(thrown: unknown): Partial<BoundaryState> {
    return { error: { thrown } }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, before: BoundaryState): BoundaryState | null {
    return of === before.of ? null : { error: null, of }
  }

  override render(): ReactNode {
    const { failed, children } = this.props
    return this.state.error === null ? children : failed(this.state.error.thrown)
  }
}
