import { hash } from 'node:crypto'
import type { Contents } from './backup-format.ts'

type Sum = { rows: number; high: bigint; low: bigint }

export type TableSums = {
  /** Adds rows of a table in the text that a store gives of them. */
  add(table: string, rows: readonly string[]): void
  /** Every table that was added to, even if no rows. */
  result(): Contents['tables']
}

/**
 * A checksum a table: the sum of the SHA-256 digests of its rows, cut to 128 bits. Rows in any order give the same, so
 * that a table can be read as it lies.
 */
export function createTableSums(): TableSums {
  const sums = new Map<string, Sum>()
  return {
    add(table, rows) {
      const sum = sums.get(table) ?? { rows: 0, high: 0n, low: 0n }
      sums.set(table, sum)
      for (const row of rows) {
        const digest = hash('sha256', row, 'buffer')
        sum.high = BigInt.asUintN(64, sum.high + digest.readBigUInt64LE(0))
        sum.low = BigInt.asUintN(64, sum.low + digest.readBigUInt64LE(8))
      }
      sum.rows += rows.length
    },
    result: () => Object.fromEntries([...sums].map(([table, sum]) => [table, { rows: sum.rows, checksum: text(sum) }])),
  }
}

function text({ high, low }: Sum): string {
  return [high, low].map((half) => half.toString(16).padStart(16, '0')).join('')
}
