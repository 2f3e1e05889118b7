import { pageLog } from '../../client-log/page-log.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'

/** What this page noted since it was opened, for those who report a fault. */
export function PageLog() {
  const entries = pageLog.entries()
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' }))
    Object.assign(document.createElement('a'), { href: url, download: 'delphin-log.json' }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <Card title="This browser">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-mut">
          {entries.length === 0
            ? 'No warnings or errors since this page was opened.'
            : `${entries.length} ${entries.length === 1 ? 'note' : 'notes'} since this page was opened. Warnings and errors are sent to this site, to nobody else.`}
        </p>
        {entries.length > 0 && (
          <Button variant="quiet" onClick={save}>
            Save as a file
          </Button>
        )}
      </div>
    </Card>
  )
}
