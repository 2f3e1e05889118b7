import { documentTitle } from '../../format/document-title.ts'
import { Card } from '../../ui/Card.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { HideMe } from './HideMe.tsx'
import { OwnAccount } from './OwnAccount.tsx'
import { StoredData } from './StoredData.tsx'

/** What is stored, for how long, and how to have it hidden or deleted. */
export function PrivacyPage() {
  useDocumentTitle(documentTitle('Privacy'))
  return (
    <>
      <h1 className="text-hero font-extrabold">Privacy</h1>
      <p className="mt-1 mb-6 max-w-prose text-mut">
        What is stored here comes from the game, where everybody can see it, and from what you enter yourself. There is
        no advertising, no tracking by others and no cookie.
      </p>
      <div className="grid gap-4 pb-10">
        <StoredData />
        <Card title="Hide me" id="hide-me">
          <HideMe />
        </Card>
        <OwnAccount />
      </div>
    </>
  )
}
