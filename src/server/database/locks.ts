/**
 * The advisory locks that processes of one installation take on their PostgreSQL, by what they guard. The numbers must
 * differ, and stay the same in every version, since an older process may still run.
 */
export const LOCKS = {
  /** Whoever migrates the schema. */
  migrations: 7_201_966,
  /** Whoever makes a partition: two could both find the same one missing. */
  partitions: 7_201_967,
  /** Whoever fills the demo's history. */
  demoHistory: 7_201_968,
  /** Who counts in which part of the counters; the second number is the part. */
  counterParts: 7_201_970,
  /** Proofs, which begin and end one after the other. */
  proofs: 7_201_971,
  /** What one desk keeps, which is counted by one writer after the other. */
  desk: 7_201_981,
} as const
