import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { carryOut } from '#server/privacy/carry-out.ts'
import { exportFile } from '#server/transfer/export-file.ts'
import { importFiles } from '#server/transfer/import-files.ts'
import type { TestContext } from '../../open-context.ts'

/** A player asks to be hidden, is shown again, and has everything deleted. */
export async function hideAndForget(context: TestContext): Promise<void> {
  for (const wish of ['hide', 'show', 'delete'] as const) await carryOut(context, EXAMPLE_PLAYER_TAG, wish)
}

/** The history is written out and read back. */
export async function moveAway({ db, clock }: TestContext): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-flows-'))
  const file = join(directory, 'history.ndjson')
  const common = { db, clock, say: () => {}, signal: new AbortController().signal }
  try {
    await exportFile({ ...common, file, gzip: false })
    await importFiles({ ...common, files: [file], stdin: process.stdin })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
