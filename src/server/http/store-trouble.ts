import { storeFault } from '../database/store-fault.ts'
import { AppError } from './app-error.ts'

/** Nothing new can be stored. */
export function storageFull(cause?: unknown): AppError {
  return new AppError('unavailable', 'Delphin cannot store anything new at the moment. What is stored can be read.', {
    code: 'storage_full',
    retryAfterSeconds: 60,
    cause,
  })
}

/** What the caller is told when a statement failed because of the store; null when it failed for another reason. */
export function storeTrouble(error: unknown): AppError | null {
  const fault = storeFault(error)
  if (fault === null) return null
  if (fault === 'full') return storageFull(error)
  return new AppError('unavailable', 'The database does not answer at the moment. Please try again soon.', {
    code: 'store_unavailable',
    retryAfterSeconds: 5,
    cause: error,
  })
}
