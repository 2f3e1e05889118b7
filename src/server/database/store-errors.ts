/** `unavailable`: it does not answer, or not in time. `full`: it answers and takes nothing more. */
export type StoreFault = 'unavailable' | 'full'

/** SQLSTATE: no space left on the disk; the server, or the session, only reads. */
const FULL = new Set(['53100', '25006'])

/** SQLSTATE: too many connections, a statement or a lock that took too long; 57P and 08 are shutdown and broken links. */
const UNAVAILABLE = /^(?:08|57P)|^(?:53300|57014|55P03)$/

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What pg says in words alone of a connection that broke or could not be had. */
const BROKEN =
  /^Connection terminated|^timeout exceeded when trying to connect$|^timeout expired$|connection error and is not queryable$|^Client was closed and is not queryable$/

/** What is the matter with the store, going by an error of a statement; null when the error is not the store's trouble. */
export function storeFault(error: unknown): StoreFault | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (FULL.has(code)) return 'full'
  return UNAVAILABLE.test(code) || UNREACHABLE.has(code) || BROKEN.test(error.message) ? 'unavailable' : null
}

/** SQLSTATE classes that blame the data: 22, a value that no column holds, and 23, one that breaks a rule of the table. */
const DATA_FAULT = /^2[23]/

/** Why the store refused these data, in words; null when the fault is not theirs. */
export function dataFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return DATA_FAULT.test(error.code) ? `the store refuses it: ${error.message}` : null
}
