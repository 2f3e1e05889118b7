import { House, type LucideIcon, Menu, Sword, User, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { useMine } from '#web/app/my-choice.ts'
import { Link, useDialogs, useLocation } from '#web/router/Link.tsx'

/**
 * The way around on a phone, at the lower edge where the thumb is. Clubs is the visitor's own club once they named one, and
 * is lit on the page of each club, as Brawlers is on those of a brawler and a map; Me is lit on the page of the visitor's
 * own player. The bar is hidden while a field has the keyboard (theme.css).
 */
export function FootBar() {
  const club = useMine('club')
  const me = useMine('player')
  const open = useDialogs()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const litAt = (places: RegExp) => (places.test(path) ? 'text-acc!' : '')
  const atClub = litAt(/^\/club\//)
  return (
    <nav
      aria-label={t('frame.places')}
      className="fixed inset-x-0 bottom-0 z-20 h-(--foot) overflow-hidden bg-bg sm:hidden print:hidden"
    >
      <ul className="flex border-t border-edge">
        <li className="flex-auto">
          <Link to="/" className={PLACE}>
            <Face Icon={House}>{t('pages.home')}</Face>
          </Link>
        </li>
        <li className="flex-auto">
          {club ? (
            <Link to="/club/$tag" params={{ tag: tagInPath(club.tag) }} className={`${PLACE} ${atClub}`}>
              <Face Icon={Users}>{t('ui.club')}</Face>
            </Link>
          ) : (
            <Link to="/browse/clubs" className={`${PLACE} ${atClub}`}>
              <Face Icon={Users}>{t('ui.clubs')}</Face>
            </Link>
          )}
        </li>
        <li className="flex-auto">
          <Link
            to="/dashboard"
            className={`${PLACE} ${me && `${path}/`.startsWith(`/player/${tagInPath(me.tag)}/`) ? 'text-acc!' : ''}`}
          >
            <Face Icon={User}>{t('me.me')}</Face>
          </Link>
        </li>
        <li className="flex-auto">
          <Link to="/meta" className={`${PLACE} ${litAt(/^\/meta/)}`}>
            <Face Icon={Sword}>{t('frame.brawlers')}</Face>
          </Link>
        </li>
        <li className="flex-auto">
          <button type="button" aria-haspopup="dialog" onClick={() => open('menu')} className={PLACE}>
            <Face Icon={Menu}>{t('frame.more')}</Face>
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** As wide as its word needs, and as high as its icon and word: with large text as well, none is cut off. */
const PLACE =
  'flex h-[calc(34px+1.375rem)] w-full flex-col items-center justify-center px-0.5 text-[min(0.8125rem,6.4vw)] leading-[1.45] whitespace-nowrap text-mut no-underline aria-[current=page]:text-acc'

function Face({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon size={20} aria-hidden="true" />
      {children}
    </>
  )
}
