import { type ComponentType, lazy, startTransition, useState } from 'react'
import { laterTexts, t } from '#shared/texts.ts'
import { SectionFailure } from './Notice.tsx'

type Retry = { onRetry: () => void }

/**
 * React's `lazy`, for a dialog or another part that the server does not render. When the code does not arrive, `Failure`
 * takes its place and offers another try; nothing else of the page fails.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<Props & Retry> = PartFailure,
): ComponentType<Props> {
  return import.meta.env.SSR ? renderedOnServer : retried(() => withTexts(load), Failure)
}

/** What `load` brings, or `Failure`, which can have it loaded again. */
export function retried<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<Props & Retry>,
): ComponentType<Props> {
  const attempt = () =>
    lazy(async (): Promise<{ default: ComponentType<Props & Retry> }> => {
      try {
        return { default: (await load()) as ComponentType<Props & Retry> }
      } catch {
        return { default: Failure }
      }
    })
  let newest = attempt()
  return function Part(props) {
    // React forgets the state of a part that waits for its code, so that an attempt must not make the next one by itself.
    const [Content, setContent] = useState(() => newest)
    const tryAgain = () => {
      newest = attempt()
      startTransition(() => setContent(() => newest))
    }
    return <Content {...props} onRetry={tryAgain} />
  }
}

/** The code of a part would arrive after the first page that shows it, and that page would be empty. */
function renderedOnServer(): never {
  throw new Error('The server renders a lazyPart. What it renders is a lazySection.')
}

/** In place of a part of the page whose code did not arrive. */
export function PartFailure({ onRetry }: Retry) {
  return <SectionFailure title={t('ui.partFailed')} message={t('ui.mayBeOffline')} onRetry={onRetry} retrying={false} />
}

/** Code together with the texts of its page that the first script left out. */
export async function withTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), laterTexts()])
  return code
}
