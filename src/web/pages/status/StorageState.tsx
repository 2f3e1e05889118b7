import type { Answer } from '../../api/client.ts'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

/** What is wrong with our own disk, if anything is. */
export function StorageState({ storage }: { storage: Answer<'GET /api/status'>['storage'] }) {
  const { writable, last_backup_at, backup_failed } = storage
  return (
    <>
      {!writable && (
        <Notice tone="bad">
          The disk of this site is full: nothing new is stored, and searches and accounts have to wait. What is stored
          can be read.
        </Notice>
      )}
      {backup_failed && (
        <Notice tone="bad">
          The last backup could not be made.{' '}
          {last_backup_at === null ? (
            'There is none yet.'
          ) : (
            <>
              The newest was made <RelativeTime time={last_backup_at} />.
            </>
          )}
        </Notice>
      )}
    </>
  )
}
