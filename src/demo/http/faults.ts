import { z } from 'zod'

const FAULT_KINDS = [
  '429',
  '429-retry-after',
  '503',
  'hang',
  'cut',
  'malformed',
  'html-503',
  '403',
  '404',
  'slow',
  'trophies-1',
] as const

const Fault = z.object({
  path: z.string().min(1),
  kind: z.enum(FAULT_KINDS),
  retryAfterSeconds: z.number().int().min(0).max(86_400).optional(),
  delayMs: z.number().int().min(0).max(600_000).optional(),
  remaining: z.number().int().min(1).optional(),
})

/** A fault as it is switched on: `path` may end in `*`; `remaining` is how many requests it strikes, for ever when absent. */
export type Fault = z.infer<typeof Fault>

export type FaultBoard = { faults: Fault[] }

export const FaultList = z.array(Fault).max(100)

/** The first fault that strikes a path, and counts it down. Paths are compared with `%23` read as `#`. */
export function takeFault(board: FaultBoard, path: string): Fault | null {
  if (board.faults.length === 0) return null
  const fault = board.faults.find((candidate) => covers(candidate.path, path))
  if (fault === undefined) return null
  if (fault.remaining !== undefined) {
    fault.remaining -= 1
    if (fault.remaining === 0) board.faults = board.faults.filter((other) => other !== fault)
  }
  return fault
}

function covers(pattern: string, path: string): boolean {
  const wanted = pattern.replaceAll('%23', '#')
  const asked = path.replaceAll('%23', '#')
  return wanted.endsWith('*') ? asked.startsWith(wanted.slice(0, -1)) : asked === wanted
}
