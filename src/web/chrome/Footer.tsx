import { FOOTER_PAGES, pageName } from '#shared/pages.ts'
import { t } from '#shared/texts.ts'
import { BRAND } from '#web/app/addresses.ts'
import { Link } from '#web/router/Link.tsx'
import { Text } from '#web/ui/Text.tsx'
import { LanguageLinks } from './Languages.tsx'

const POLICY = 'www.supercell.com/fan-content-policy'
const LINK_STYLE = 'inline-flex min-h-6 items-center hover:text-ink hover:underline'

/** The footer, with the notice that the game's owner demands from fan sites, and links to further pages. */
export function Footer() {
  return (
    <footer className="mt-16 border-t border-edge max-sm:late-55">
      <div className="page flex flex-wrap justify-between gap-4 py-6 text-sm text-mut max-sm:gap-3">
        <p className="max-w-prose flex-[1_1_14rem]">
          <Text
            id="frame.unofficial"
            values={{
              policy: (
                <a className="link" href={`https://${POLICY}`} rel="noreferrer">
                  {POLICY}
                </a>
              ),
            }}
          />
        </p>
        <nav aria-label={t('frame.moreOf', { brand: BRAND })}>
          <ul className="flex flex-wrap gap-x-4 gap-y-2">
            {FOOTER_PAGES.map((page) => (
              <li key={page.path}>
                <Link to={page.path} className={LINK_STYLE}>
                  {pageName(page)}
                </Link>
              </li>
            ))}
            <li>
              <a href="/api/docs" className={LINK_STYLE}>
                API
              </a>
            </li>
          </ul>
        </nav>
      </div>
      <LanguageLinks className="page pb-6 text-sm" />
    </footer>
  )
}
