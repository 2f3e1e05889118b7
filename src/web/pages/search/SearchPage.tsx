import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, TAG_SHAPE, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { type PageProps, trackerTitle, useDocumentTitle } from '#web/app/addresses.ts'
import { type Answer, ApiError, isRetryable } from '#web/app/api-client.ts'
import { outdateTag } from '#web/app/entity-queries.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { useSession, useSessionStore } from '#web/app/SessionProvider.tsx'
import type { SearchResult } from '#web/app/session.ts'
import { ExampleTags } from '#web/chrome/ExampleTags.tsx'
import { TagSearch } from '#web/chrome/TagSearch.tsx'
import { Link, useDialogs, useLocation, useNavigate } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'

/** Searches the tag of the address. The club or player that is found takes the place of this page and of its address. */
export function SearchPage({ tag: given }: Pick<PageProps, 'tag'>) {
  const tag = normaliseTag(given)
  return tag === null ? <NamedLike text={decodeURIComponent(given).trim()} /> : <Search key={tag} tag={tag} />
}

/** A text that is no tag may be a name: what is called like it, or why the search failed. */
function NamedLike({ text }: { text: string }) {
  const isName = [...text].length >= NAME_MIN
  const name = text.slice(0, 40)
  const { data, error, isLoading, refetch } = useQuery({
    ...query('GET /api/browse/names', { query: { text: name } }),
    enabled: isName,
    retry: false,
  })
  useDocumentTitle(trackerTitle())
  if (isLoading) {
    return (
      <div role="status" aria-label={t('search.looking')}>
        <Skeleton className="h-60 rounded-lg" />
      </div>
    )
  }
  if (error) return <SearchFailure error={error} name={text} onRetry={() => void refetch()} />
  if (!data || data.names.length === 0) return <SearchFailure error={null} name={text} />
  return (
    <div className="mx-auto max-w-2xl py-8">
      <h1 className="text-2xl font-extrabold">
        <Text id="search.resultsFor" values={{ name: <bdi className="wrap-anywhere">{name}</bdi> }} />
      </h1>
      <ul className="mt-4 grid gap-2.5">
        {data.names.map((each) => (
          <li key={`${each.type} ${each.tag}`}>
            <Link
              to={each.type === 'club' ? '/club/$tag' : '/player/$tag'}
              params={{ tag: tagInPath(each.tag) }}
              className="flex min-h-16 items-center gap-3.5 rounded-md bg-raise px-4 py-2 no-underline hover:lift"
            >
              <Monogram seed={each.tag} name={each.name} className="size-10 rounded-sm" />
              <span className="min-w-0 flex-1">
                <PlayerName name={nameOrTag(each.name, each.tag)} className="block font-semibold wrap-anywhere" />
                <span className="block text-sm text-mut">
                  <About {...each} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <NameSearch name={text.slice(0, NAME_MAX)} />
        <BackHome />
      </div>
      <p className="mt-6 text-sm text-mut">{t('search.tagHelp', TAG_SHAPE)}</p>
    </div>
  )
}

type Named = Answer<'GET /api/browse/names'>['names'][number]

function About({ type, trophies: amount, club_name: club }: Named) {
  const trophies = formatThousands(amount)
  if (type === 'club') return t('search.clubWith', { trophies })
  if (!club) return t('search.playerWith', { trophies })
  return <Text id="search.playerOf" values={{ trophies, club: <PlayerName name={club} /> }} />
}

function Search({ tag }: { tag: string }) {
  const { data, isError, error, refetch } = useSearch(tag)
  useFoundAddress(data)
  return isError ? (
    <SearchFailure error={error} tag={tag} onRetry={() => void refetch()} />
  ) : (
    <SearchPending tag={tag} />
  )
}

/**
 * Makes one call for each visit, however often React mounts the page, since searches are charged. A visit is an entry of
 * the browser's history.
 */
function useSearch(tag: string) {
  const client = useQueryClient()
  const { isLoading } = useSession()
  const { search } = useSessionStore()
  const here = useLocation({ select: (place) => place.visit })
  // The markup of the server, which the browser takes over first, knows no visit: the browser's history does.
  const [visit, setVisit] = useState<string | null>(null)
  useEffect(() => {
    // A page that is being left sees the next visit for a moment.
    if (!window.location.pathname.startsWith(`/search/${tagInPath(tag)}`)) return
    const { visit: kept } = (window.history.state ?? {}) as { visit?: string }
    setVisit(kept ?? here)
  }, [here, tag])
  const queryKey = ['POST /api/search', tag, visit]
  // A visitor who comes back to a failed search decides whether to try it again.
  const hasFailed = client.getQueryState(queryKey)?.status === 'error'
  const result = useQuery({
    queryKey,
    queryFn: async () => {
      const found = await search(tag)
      outdateTag(client, found.tag)
      return found
    },
    enabled: visit !== null && !isLoading && !hasFailed,
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  useRetryAfterLogin(result.isError, result.refetch)
  return result
}

/** Searches again, once, when a guest whose search failed logs in. */
function useRetryAfterLogin(failed: boolean, retry: () => unknown): void {
  const { isAuthenticated } = useSession()
  const wasGuest = useRef(!isAuthenticated)
  useEffect(() => {
    const loggedIn = isAuthenticated && wasGuest.current
    wasGuest.current = !isAuthenticated
    if (loggedIn && failed) retry()
  }, [isAuthenticated, failed, retry])
}

/** Replaces the address by that of the club or player found: a link to it costs a friend no search. */
function useFoundAddress(found: SearchResult | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!found) return
    void navigate({
      to: found.type === 'club' ? '/club/$tag' : '/player/$tag',
      params: { tag: tagInPath(found.tag) },
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  }, [found, navigate])
}

const FIGURES = ['first', 'second', 'third', 'fourth']

/** The shape of a club's or player's page, while the search runs. */
function SearchPending({ tag }: { tag: string }) {
  useDocumentTitle(trackerTitle(tag))
  return (
    <div role="status">
      <p className="sr-only">{t('search.lookingUp', { tag })}</p>
      <noscript>
        <p className="mb-4 font-semibold">{t('search.noScripts')}</p>
      </noscript>
      <div className="flex items-center gap-4.5">
        <Skeleton className="size-18 rounded-lg" />
        <div className="min-w-0 flex-1 space-y-2">
          <p className="text-mut">{t('search.lookingUp', { tag })}</p>
          <Skeleton className="h-9 w-56 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      </div>
      <Skeleton className="mt-7 h-12 w-full" />
      <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {FIGURES.map((figure) => (
          <Skeleton key={figure} className="h-30 rounded-lg" />
        ))}
      </div>
      <div className="mt-4 grid gap-3 lg:grid-cols-3">
        <Skeleton className="h-80 rounded-lg lg:col-span-2" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  )
}

type SearchFailureProps = {
  /** Null if the address holds no valid tag. */
  error: Error | null
  tag?: string
  onRetry?: () => void
  /** What the address holds in place of a tag. */
  name?: string
}

/** Why the search failed. A guest without searches left can log in, or read what is public without a search. */
function SearchFailure({ error, tag = '', onRetry, name = '' }: SearchFailureProps) {
  useDocumentTitle(trackerTitle())
  const status = error instanceof ApiError ? error.status : undefined
  if (error === null || status === 404) return <SearchAgain error={error} text={name.slice(0, NAME_MAX) || tag} />
  const usedUp = error instanceof ApiError && error.code === 'search_limit_reached'
  const again = onRetry && isRetryable(error) ? { onRetry } : {}
  return (
    <ErrorState wholePage title={t(usedUp ? 'search.usedUp' : 'search.failed')} message={error.message} {...again}>
      {usedUp && <PublicPage tag={tag} />}
      {usedUp && <LoginChoice />}
      <Link to="/" className={buttonStyle('outline')}>
        {t('ui.backHome')}
      </Link>
    </ErrorState>
  )
}

/** Nobody has what was searched: the field with it, to be corrected. What is too short for a name is only no tag. */
function SearchAgain({ error, text }: { error: Error | null; text: string }) {
  const isName = error === null && [...text].length >= NAME_MIN
  return (
    <div className="sea scene flex flex-col items-center gap-4 rounded-lg border border-edge px-4 text-center [--surface:.52]">
      <LoneDolphin sunk className="h-18 w-30 sm:h-36 sm:w-60" />
      <div role="alert">
        {isName && <p className="mb-1 text-mut">{t('search.invalid')}</p>}
        <h1 className="text-2xl font-extrabold text-balance">
          {isName ? (
            <Text id="search.nobody" values={{ name: <bdi className="wrap-anywhere text-acc">{text}</bdi> }} />
          ) : (
            t(error ? 'search.failed' : 'search.invalid')
          )}
        </h1>
        {error && <p className="mt-1 text-mut">{error.message}</p>}
      </div>
      <div className="w-full max-w-xl">
        <TagSearch key={text} large begin={text} />
        <p className="mt-2 text-sm text-balance text-mut">{t('search.tagHelp', TAG_SHAPE)}</p>
      </div>
      <ExampleTags centred />
      <BackHome />
    </div>
  )
}

const BackHome = () => (
  <Link to="/" className="link tap inline-flex min-h-6 items-center">
    {t('ui.backHome')}
  </Link>
)

/** Letters of the shortest name that is looked up. */
const NAME_MIN = 2

/** As long as the field for names on the pages with the lists. */
const NAME_MAX = 64

/** Offers to search a text that is no tag as the name of a club or player. */
function NameSearch({ name }: { name: string }) {
  return (
    <>
      <Link to="/browse/clubs" search={{ search: name }} className={buttonStyle()}>
        {t('search.findClubs')}
      </Link>
      <Link to="/browse/players" search={{ search: name }} className={buttonStyle('outline')}>
        {t('search.findPlayers')}
      </Link>
    </>
  )
}

/** A link to the page of a tag that is tracked already. */
function PublicPage({ tag }: { tag: string }) {
  const { data } = useQuery({ ...query('GET /api/browse/names', { query: { text: tag } }), retry: false })
  const known = data?.names.find((each) => each.tag === tag)
  return (
    known && (
      <Link to={`/${known.type}/$tag`} params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
        <span>
          <Text id="search.open" values={{ name: <PlayerName name={nameOrTag(known.name, tag)} /> }} />
        </span>
      </Link>
    )
  )
}

function LoginChoice() {
  const open = useDialogs()
  return (
    <>
      <Button onClick={() => open('login')}>{t('ui.login')}</Button>
      <Button variant="outline" onClick={() => open('register')}>
        {t('ui.signUp')}
      </Button>
    </>
  )
}
