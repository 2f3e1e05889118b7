import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { Destination, NavigateOptions, Place, Router, Shown } from './router.ts'

type Value = { router: Router<unknown>; shown: Shown<unknown> }

const RouterContext = createContext<Value | null>(null)

type ProviderProps<Content> = { router: Router<Content>; children: (shown: Shown<Content>) => ReactNode }

/** Gives the router and the place that it shows to everything below, and renders what it shows. */
export function RouterProvider<Content>({ router, children }: ProviderProps<Content>) {
  const [shown, setShown] = useState(router.read)
  useEffect(() => router.start(), [router])
  useLayoutEffect(() => {
    setShown(router.read())
    return router.subscribe((next, isOther) => {
      // A change within a page gives way to input; another page is shown at once.
      if (isOther) setShown(next)
      else startTransition(() => setShown(next))
    })
  }, [router])
  useLayoutEffect(() => {
    if (shown === router.read()) router.settle()
  }, [router, shown])
  const value = useMemo(() => ({ router, shown }) as Value, [router, shown])
  return <RouterContext value={value}>{children(shown)}</RouterContext>
}

function useRouting(): Value {
  const value = use(RouterContext)
  if (value === null) throw new Error('RouterProvider is missing above this component.')
  return value
}

/** The router itself, for what follows navigation. */
export function useRouter(): Router<unknown> {
  return useRouting().router
}

/** What `select` takes of the place that is shown. */
export function useLocation<Part>({ select }: { select: (place: Place) => Part }): Part {
  return select(useRouting().shown.place)
}

/** Returns a function that opens a page, or the same page with another query string. */
export function useNavigate(): (destination: Destination & NavigateOptions) => Promise<void> {
  const { router } = useRouting()
  return useCallback((destination) => router.navigate(destination), [router])
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & Destination & Pick<NavigateOptions, 'resetScroll' | 'replace'>

/** A link to a page of the site. It marks itself while it leads to the page that is shown. */
export function Link({ to, params, search, hash, resetScroll, replace, onClick, ...rest }: LinkProps) {
  const { router, shown } = useRouting()
  const destination = { to, params, ...(search && { search }), ...(hash && { hash }) } as Destination
  const href = router.addressOf(destination)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    void router.navigate({ ...destination, resetScroll, replace })
  }
  const preload = () => router.preload(href)
  const isCurrent = href === shown.place.pathname
  return (
    <a
      aria-current={isCurrent ? 'page' : undefined}
      {...rest}
      href={href}
      onClick={open}
      onPointerEnter={preload}
      onTouchStart={preload}
      onFocus={preload}
    />
  )
}

/** False for a click that asks the browser for a tab, a window or a download. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  return (
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey &&
    (target === '' || target === '_self')
  )
}
