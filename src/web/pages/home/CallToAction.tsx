import { t } from '#shared/texts.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'

/** Invites guests to sign up, and users to open their dashboard. */
export function CallToAction() {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  return (
    <section
      aria-labelledby="start"
      className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-edge bg-linear-to-r from-raise to-transparent px-4 py-4 max-sm:late-24.25 rtl:bg-linear-to-l"
    >
      <LoneDolphin className="h-12 w-20 shrink-0" />
      <h2 id="start" className="flex-1 text-xl font-semibold max-sm:text-lg">
        {isAuthenticated ? t('home.pickUp') : t('home.noLimit')}
      </h2>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
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
