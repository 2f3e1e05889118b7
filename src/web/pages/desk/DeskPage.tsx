import { Suspense } from 'react'
import { normaliseTag } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { PageProps } from '#web/app/addresses.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'

const MyDesks = lazyPart(() => import('./MyDesks.tsx').then((file) => file.MyDesks))
const Desk = lazyPart(() => import('./Desk.tsx').then((file) => file.Desk))

/**
 * The desks of a visitor, or the desk of one club. The server renders the frame alone: what only leaders may read comes
 * when the browser knows who asks.
 */
export function DeskPage({ tag, raw }: Pick<PageProps, 'tag' | 'raw'>) {
  const { isLoading } = useSession()
  const waits = useServed() || isLoading
  const club = normaliseTag(tag)
  if (tag !== '' && club === null) {
    return (
      <ErrorState wholePage title={t('desk.noSuch')} message={t('desk.badTag')}>
        <Link to="/desk" className={buttonStyle()}>
          {t('desk.yours')}
        </Link>
      </ErrorState>
    )
  }
  return (
    // As high as the window, so that the footer does not move while the desk loads.
    <div className="mx-auto min-h-dvh max-w-3xl pb-24">
      {club === null && <Welcome />}
      {waits ? (
        <DeskPending />
      ) : (
        <Suspense fallback={<DeskPending />}>
          {club === null ? <MyDesks /> : <Desk key={club} tag={club} tab={String(raw.tab ?? '')} />}
        </Suspense>
      )}
    </div>
  )
}

function Welcome() {
  return (
    <>
      <h1 className="text-hero font-extrabold">{t('desk.title')}</h1>
      <p className="mt-1 mb-6 text-mut">{t('desk.lead')}</p>
    </>
  )
}

function DeskPending() {
  return (
    <div role="status" aria-label={t('desk.opening')} className="grid gap-4">
      <noscript>
        <p className="font-semibold">{t('desk.needsScript')}</p>
      </noscript>
      <Skeleton className="h-16 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
