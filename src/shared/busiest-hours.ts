/** The fewest hours that make half of the play, in the order of the day, from its shares by hour. */
export function busiestHours(shares: readonly number[]): number[] {
  const half = shares.reduce((sum, share) => sum + share, 0) / 2
  const byShare = shares.map((share, hour) => ({ hour, share }))
  byShare.sort((one, other) => other.share - one.share || one.hour - other.hour)
  let sum = 0
  const busy = byShare.filter(({ share }) => {
    const isNeeded = sum < half
    sum += share
    return isNeeded
  })
  return busy.map(({ hour }) => hour).sort((one, other) => one - other)
}
