/** How many comparisons two schemas may take: each choice of the one against each of the other, level by level, would never end. */
const most = 20_000

export const tooLarge = 'they are too large to be compared'

export interface Steps {
  /** Whether there is one left. */
  readonly take: () => boolean
}

export function createSteps(): Steps {
  let left = most
  return { take: () => (left -= 1) >= 0 }
}
