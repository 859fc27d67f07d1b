/** Where what replicas count for limits is written down, in one order for all of them. */
import type { Entry } from './shared-log.ts'

export interface Counting {
  /**
   * Asks for the changes after a version, and has counted what is wanted of the limits. Where there are changes, that is still wanted: the
   * clock is part of the state, so it may have the wrong time.
   *
   * @param whatever counts it all the same
   * @throws RefusedError, LostError
   */
  readonly look: (version: number, whatever: boolean) => Promise<readonly Entry[]>
}
