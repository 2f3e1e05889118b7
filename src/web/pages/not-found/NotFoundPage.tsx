import { useEffect, useState } from 'react'
import { findPage } from '#shared/page-addresses.ts'
import { t } from '#shared/texts.ts'
import { Link, useNavigate } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'

const COUNTDOWN_SECONDS = 5

/** Leads to the home page after a countdown that the visitor can stop. */
export function NotFoundPage() {
  const { left, stopped, stop } = useCountdown(COUNTDOWN_SECONDS)
  const navigate = useNavigate()
  const english = useEnglishAddress()
  useEffect(() => {
    if (left === 0) void navigate({ to: '/', replace: true })
  }, [left, navigate])
  return (
    <EmptyState
      wholePage
      title={t('notFound.title')}
      hint={
        <>
          <p>{t('notFound.words')}</p>
          <p role="timer" aria-live="off" className="mt-2 text-lg text-ink">
            {stopped ? t('notFound.stopped') : t('notFound.goingHome', { seconds: left })}
          </p>
          {english !== null && (
            <a href={english} hrefLang="en" className="link">
              {t('notFound.inEnglish')}
            </a>
          )}
        </>
      }
    >
      <Link to="/" className={buttonStyle()}>
        {t('notFound.home')}
      </Link>
      {!stopped && (
        <Button variant="outline" onClick={stop}>
          {t('notFound.stay')}
        </Button>
      )}
    </EmptyState>
  )
}

/** The same page in English, where the address begins with a language that the site has not. */
function useEnglishAddress(): string | null {
  const [address, setAddress] = useState<string | null>(null)
  // The server makes one page for all unknown addresses.
  useEffect(() => {
    const [, rest = ''] = /^\/[a-z]{2,3}(?:-\w+)?(\/.*)$/i.exec(window.location.pathname) ?? []
    if (rest !== '' && findPage(rest) !== null) setAddress(rest + window.location.search)
  }, [])
  return address
}

function useCountdown(seconds: number) {
  const [left, setLeft] = useState(seconds)
  const [stopped, setStopped] = useState(false)
  useEffect(() => {
    if (stopped) return
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [stopped])
  return { left, stopped, stop: () => setStopped(true) }
}
