import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { laterTexts, t } from '#shared/texts.ts'
import { PlaceContext } from '#web/router/Link.tsx'
import { repeatInput, WAITS } from './early-input.ts'
import { SectionFailure } from './Notice.tsx'
import { useWasServed } from './served.ts'

type Retry = { onRetry: () => void }

/**
 * React's `lazy`, for a dialog or another part that the server does not render. When the code does not arrive, `Failure`
 * takes its place and offers another try; nothing else of the page fails.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<Props & Retry> = PartFailure,
): ComponentType<Props> {
  return import.meta.env.SSR ? renderedOnServer : retried(() => withTexts(load), Failure)
}

/** What `load` brings, or `Failure`, which can have it loaded again. */
function retried<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<Props & Retry>,
): ComponentType<Props> {
  const attempt = () =>
    lazy(async (): Promise<{ default: ComponentType<Props & Retry> }> => {
      try {
        return { default: (await load()) as ComponentType<Props & Retry> }
      } catch {
        return { default: Failure }
      }
    })
  let newest = attempt()
  return function Part(props) {
    // React forgets the state of a part that waits for its code, so that an attempt must not make the next one by itself.
    const [Content, setContent] = useState(() => newest)
    const tryAgain = () => {
      newest = attempt()
      startTransition(() => setContent(() => newest))
    }
    return <Content {...props} onRetry={tryAgain} />
  }
}

/** The code of a part would arrive after the first page that shows it, and that page would be empty. */
function renderedOnServer(): never {
  throw new Error('The server renders a lazyPart. What it renders is a lazySection.')
}

/** In place of a part of the page whose code did not arrive. */
function PartFailure({ onRetry }: Retry) {
  return <SectionFailure title={t('ui.partFailed')} message={t('ui.mayBeOffline')} onRetry={onRetry} />
}

/** Code together with the texts of its page that the first script left out. */
async function withTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), laterTexts()])
  return code
}

type Options = {
  /** Stands in place of the section while its code is loading. The server's page has the section itself. */
  pending?: ReactNode
  className?: string
}

/** Resolves when the visitor begins to use the page. */
const used = new Promise<true>((resolve) => {
  if (import.meta.env.SSR) return
  if (window.early?.length) resolve(true)
  for (const type of ['pointerdown', 'keydown', 'focusin', 'click', 'input', 'scroll'])
    window.addEventListener(type, () => resolve(true), { once: true, capture: true, passive: true })
})

/** More of a section than its title. A visitor who only reads the first screen loads no code of the next section. */
const IN_SIGHT = { rootMargin: '0px 0px -10%' }

/**
 * A section of a page with code of its own. The server renders it. In the server's page it loads its code when it comes
 * into sight or the visitor begins to use the page; until then its markup stands. In a page opened by a link it loads its
 * code at once, as a `lazyPart`.
 */
export function lazySection<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending, className = '' }: Options = {},
): ComponentType<Props> {
  let begin: (inServedPage: boolean) => void = () => {}
  const begun = new Promise<boolean>((resolve) => {
    begin = resolve
  })
  const loadLater = async () => {
    const inServedPage = await Promise.race([begun, used])
    return inServedPage ? keepTrying(() => withTexts(load)) : withTexts(load)
  }
  const Content = import.meta.env.SSR ? loadedOnServer(load) : retried(loadLater, PartFailure)
  return memo(function Section(props: Props) {
    const box = useRef<HTMLDivElement>(null)
    const id = useId()
    const served = useWasServed()
    // What changes waits for the code, and the server's markup stands meanwhile.
    const shown = useDeferredValue(props)
    const place = use(PlaceContext)?.place
    const [first] = useState({ shown, place })
    // As React's `lazy` does, it begins to load while it renders: what waits for code is not shown, and runs no effects.
    if (!served || shown !== first.shown || place !== first.place) begin(served)
    useEffect(() => {
      if (!served || !box.current) return
      const observer = new IntersectionObserver((seen) => seen.some(isIntersecting) && begin(true), IN_SIGHT)
      // An element without a box of its own never comes into sight; what is in it does.
      for (const each of [box.current, ...box.current.children]) observer.observe(each)
      return () => observer.disconnect()
    }, [served])
    const content = useMemo(
      () => (
        <Suspense fallback={pending}>
          <Content {...shown} />
          <Awake id={id} />
        </Suspense>
      ),
      [id, shown],
    )
    return (
      <div ref={box} id={id} className={`part ${className}`} {...(served && { [WAITS]: '' })}>
        {content}
      </div>
    )
  })
}

const isIntersecting = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting

const PAUSE_MS = 5000

/** Tries until the code has arrived: the visitor goes on reading the server's markup. */
async function keepTrying<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** Rendered with the code of an element: it takes over what the visitor did there before. */
export function Awake({ id }: { id: string }): null {
  useLayoutEffect(() => {
    const element = document.getElementById(id)
    if (element) repeatInput(element)
  }, [id])
  return null
}

/**
 * Asks what a section needs together with the page's own calls where the page was opened by a link, and not only when the
 * section has its code. In a served page the section asks when it has its code.
 */
export function useAskedWithPage<Answer>(query: UseQueryOptions<Answer, Error, Answer, readonly unknown[]>): void {
  const served = useWasServed()
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
