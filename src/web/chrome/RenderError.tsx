import { documentTitle } from '../format/document-title.ts'
import { Button } from '../ui/Button.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { Dolphin } from './Dolphin.tsx'

/** In place of a page that failed to render. */
export function RenderError({ error }: { error: unknown }) {
  useDocumentTitle(documentTitle('Error'))
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-4 px-5 py-16 text-center">
      <Dolphin className="h-20 w-24 opacity-70" />
      <h1 className="text-2xl font-extrabold">Something went wrong.</h1>
      <p className="text-mut">This page could not be shown. Reloading it often helps.</p>
      <details className="w-full rounded-md border border-edge bg-card px-4 py-3 text-left text-sm">
        <summary className="font-semibold">Details</summary>
        <p className="mt-2 font-mono text-mut">{error instanceof Error ? error.message : String(error)}</p>
      </details>
      <Button onClick={() => window.location.reload()}>Reload Page</Button>
    </div>
  )
}
