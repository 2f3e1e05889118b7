/** SQLSTATE classes that blame the data: 22, a value that no column holds, and 23, one that breaks a rule of the table. */
const DATA_FAULT = /^2[23]/

/** Why the store refused these data, in words; null when the fault is not theirs. */
export function dataFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return DATA_FAULT.test(error.code) ? `the store refuses it: ${error.message}` : null
}
