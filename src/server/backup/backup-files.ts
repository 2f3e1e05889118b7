import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^delphin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.ndjson\.gz(\.part)?$/

/** Where backups lie that were given no other place. */
export function backupsOf(dataDirectory: string): string {
  return join(dataDirectory, 'backups')
}

/** The name of a backup that is begun at this moment; names sort by time. */
export function backupName(at: Date): string {
  return `delphin-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.ndjson.gz`
}

/** When the newest whole backup in a directory was begun; null when there is none. */
export function newestBackup(directory: string): Date | null {
  const name = namesIn(directory).findLast((found) => !found.endsWith('.part'))
  const [, year, month, day, hour, minute, second] = NAME.exec(name ?? '') ?? []
  return name === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Removes all but the newest whole ones, and what is left of those that were begun and never finished. */
export function removeOldBackups(directory: string, keep: number): void {
  const names = namesIn(directory)
  const whole = names.filter((name) => !name.endsWith('.part'))
  const newest = whole.at(-1) ?? ''
  const old = whole.slice(0, -keep)
  const unfinished = names.filter((name) => name.endsWith('.part') && name < newest)
  for (const name of [...old, ...unfinished]) rmSync(join(directory, name), { force: true })
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => NAME.test(name))
      .sort()
  } catch {
    return []
  }
}
