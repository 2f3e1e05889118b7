import { type Count, oneFailed, onePassed } from './count.ts'
import { runProgram } from './run-program.ts'

/** One check made of one or more programs: it passes when all of them do, and all of them run. */
export async function runChecks(commands: string[][]): Promise<Count> {
  let code = 0
  for (const [name = '', ...args] of commands) code += await runProgram(name, args)
  return code === 0 ? onePassed : oneFailed
}
