/** What a state file has lost, told from what its witness says of it. Pure: whoever opens the file has read both. */
import { isSameBoot, type Witness, witnessOf } from './witness.ts'

/** What was found in the state file itself. */
export interface Found {
  /** Empty when no witness was ever written for it. */
  readonly identity: string
  readonly commits: number
  /** `commits` as it was when the file was last closed. */
  readonly closed: number
  readonly hasLog: boolean
}

export interface Loss {
  /** More is lost than may be: a start refuses. */
  readonly refusal?: string
  /** What may be lost by what was chosen: a start says so. */
  readonly warning?: string
}

export function findLoss(file: string, found: Found, witness: Witness | undefined, boot: string): Loss {
  if (!witness) return found.identity === '' ? {} : judgeAlone(file, found)
  // The process died before the first commit.
  if (witness.commits === 0 && found.identity === '') return {}
  if (found.identity !== witness.identity) return { refusal: `${file} is another state than the one its witness speaks of.` }
  const missing = witness.commits - found.commits
  // Only a machine that stopped could take what was not synced; what a process wrote outlives it.
  const mayLack = witness.durability === 'normal' && witness.digest === '' && !isSameBoot(witness.boot, boot)
  if (found.commits < (mayLack ? witness.synced : witness.commits))
    return { refusal: `${file} has lost ${nameLast(missing)}: an older copy was put back, or its log is cut or gone.` }
  if (witness.digest !== '' || found.closed === found.commits) return {}
  if (!found.hasLog) return { refusal: `${file}-wal, the log of ${file}, is gone, and with it what was written last.` }
  if (!mayLack) return {}
  const much = missing > 0 ? `${nameLast(missing)} cannot be found` : 'the writes of its last moments may be missing'
  return { warning: `${file}: the machine stopped while this was open, and ${much}. With --durability full nothing would be.` }
}

/** Without its witness, a file that was closed is whole by itself, and any other may be anything. */
function judgeAlone(file: string, { commits, closed, hasLog }: Found): Loss {
  if (closed === commits && !hasLog) return {}
  return { refusal: `${witnessOf(file)} is gone, and ${file} was not closed, so nothing can tell whether it is whole.` }
}

/** Requests that came together share one. */
function nameLast(commits: number): string {
  return commits === 1 ? 'its last commit' : `its last ${commits} commits`
}
