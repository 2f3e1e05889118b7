import type { ReactNode } from 'react'
import { Announcer } from './Announcer.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { DialogsProvider } from './DialogsProvider.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { SessionFailure } from './SessionFailure.tsx'
import { useSearchedNames } from './use-searched-names.ts'

/** What stands around every page. */
export function Frame({ children }: { children: ReactNode }) {
  useSearchedNames()
  return (
    <DialogsProvider>
      <a
        href="#main"
        className="fixed top-2 left-2 z-30 -translate-y-20 rounded-md bg-acc px-4 py-2 font-semibold text-onacc focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        <Header />
        <DemoBanner />
        <SessionFailure />
        <main id="main" tabIndex={-1} className="page flex-1 pt-7 outline-none">
          {children}
        </main>
        <Footer />
      </div>
      <Announcer />
    </DialogsProvider>
  )
}
