import { t } from '#shared/texts.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'

/** Invites guests to sign up, and users to open their dashboard. */
export function CallToAction() {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <section
      aria-labelledby="start"
      className="mt-10 flex flex-wrap items-center justify-between gap-6 rounded-lg border border-edge bg-raise px-6 py-7 max-sm:late-24.25"
    >
      <div className="max-w-xl">
        <h2 id="start" className="text-xl font-semibold">
          {isAuthenticated ? t('home.pickUp') : t('home.noLimit')}
        </h2>
      </div>
      <div className="flex flex-wrap gap-3">
        {isAuthenticated ? (
          <Link to="/dashboard" className={buttonStyle()}>
            {t('home.openDashboard')}
          </Link>
        ) : (
          <Button onClick={() => open('register')}>{t('ui.signUp')}</Button>
        )}
        <Link to="/browse/clubs" className={buttonStyle('outline')}>
          {t('pages.clubs')}
        </Link>
      </div>
    </section>
  )
}
