import type { Job } from '../collection/scheduler.ts'
import type { Context } from '../context.ts'
import { isStorageFull, noteStorageFault } from '../storage.ts'

/** The same job, which has no turn while nothing can be stored. */
export function whileWritable(context: Pick<Context, 'clock'>, job: Job): Job {
  const run = async (signal: AbortSignal) => {
    if (isStorageFull(context)) return
    await job.run(signal).catch((error: unknown) => {
      noteStorageFault(context, error)
      throw error
    })
  }
  return { ...job, run }
}
