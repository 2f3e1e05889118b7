import { X } from 'lucide-react'
import { useEffect } from 'react'
import { LANGUAGE_CODES, LANGUAGES, type Language, languagePrefix } from '#shared/languages.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { writeText } from '#web/app/storage.ts'
import { useLocation } from '#web/router/Link.tsx'
import { IconButton } from '#web/ui/Button.tsx'

/** How translations are made. Browsers show a plain text from the words that an address names. */
const HELP = '/contributing.md#:~:text=%23%23%20Translate'

/**
 * Links to the shown page in every language, each in its own words. The page is loaded anew, and its address keeps its
 * state. On a phone in one line that scrolls, unless it `wraps`.
 */
export function LanguageLinks({ className = '', wraps = false }: { className?: string; wraps?: boolean }) {
  const { pathname, searchStr, hash } = useLocation({ select: (place) => place })
  if (LANGUAGE_CODES.length < 2) return null
  return (
    <nav aria-label={t('frame.languages')} className={className}>
      <ul
        className={`flex gap-x-4 gap-y-1 whitespace-nowrap ${wraps ? 'flex-wrap' : 'max-sm:fade-end relative max-sm:overflow-x-auto sm:flex-wrap'}`}
      >
        {LANGUAGE_CODES.map((code) => (
          <li key={code}>
            <a
              href={languagePrefix(code) + pathname + searchStr + hash}
              lang={code}
              hrefLang={code}
              dir={LANGUAGES[code].direction}
              aria-current={code === pageLanguage() || undefined}
              onClick={() => writeText('delphin.language', code)}
              className="inline-flex min-h-6 items-center text-mut hover:text-ink hover:underline aria-[current]:text-ink"
            >
              {LANGUAGES[code].name}
            </a>
          </li>
        ))}
        <li>
          <a href={HELP} className="link inline-flex min-h-6 items-center">
            {t('frame.helpLanguage')}
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** Offers the page in the visitor's own language, in that language. Once it was shown, no page offers one again. */
export function LanguageOffer({ language, onClose }: { language: Language; onClose: () => void }) {
  const { pathname, searchStr, hash } = useLocation({ select: (place) => place })
  useEffect(() => writeText('delphin.offered', language), [language])
  const close = () => {
    writeText('delphin.language', pageLanguage())
    onClose()
  }
  const { name, direction } = LANGUAGES[language]
  return (
    <aside
      aria-label={t('frame.languages')}
      className="fixed inset-x-0 bottom-(--foot) z-10 flex items-center justify-center gap-3 border-t border-edge bg-card px-4 py-1.5 text-sm shadow-2xl"
    >
      <a
        href={languagePrefix(language) + pathname + searchStr + hash}
        lang={language}
        dir={direction}
        hrefLang={language}
        onClick={() => writeText('delphin.language', language)}
        className="link inline-flex min-h-11 items-center"
      >
        Delphin: {name}
      </a>
      <IconButton label={t('ui.close')} onClick={close}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </aside>
  )
}
