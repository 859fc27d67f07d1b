/** Changes of the whole state, which the user can undo for a minute. */
import type { Fault } from '../../src/generated/controls.ts'
import { loadClock } from './clock.ts'
import { activeFaults, loadFaults } from './faults.ts'
import { observe } from './observable.ts'
import { control, invalidateInfo } from './requests.ts'

interface StateChange {
  readonly title: string
  /** Undefined after an undo. */
  readonly undo?: () => Promise<void>
}

const undoMs = 60_000

/** Latest change; shown below every view. */
export const lastChange = observe<StateChange | undefined>(undefined)

/** Saves a snapshot, runs the change, and deletes the snapshot after a minute. */
export async function runWithUndo(title: string, change: () => Promise<unknown>): Promise<void> {
  const faults = activeFaults.get()
  const name = `before-change-${Date.now()}`
  await control('POST /_sandbox/snapshots', { body: { name } })
  const discard = () => control('DELETE /_sandbox/snapshots', { body: { name } }).catch(() => undefined)
  try {
    await change()
  } catch (error) {
    await discard()
    throw error
  }
  refreshState()
  const timer = setTimeout(() => {
    void discard()
    if (lastChange.get() === own) lastChange.set(undefined)
  }, undoMs)
  const own: StateChange = {
    title,
    undo: async () => {
      clearTimeout(timer)
      await control('POST /_sandbox/snapshots/restore', { body: { name } })
      await restoreFaults(faults)
      await discard()
      refreshState()
      lastChange.set({ title: 'The previous state is back.' })
    },
  }
  lastChange.set(own)
}

/** Creates the faults that a reset deleted; snapshots do not contain them. */
async function restoreFaults(faults: readonly Fault[]): Promise<void> {
  const { faults: current } = await control('GET /_sandbox/faults')
  const ids = new Set(current.map(({ id }) => id))
  for (const { id, strikes: _, ...fault } of faults) if (!ids.has(id)) await control('POST /_sandbox/faults', { body: fault })
}

function refreshState(): void {
  invalidateInfo()
  void loadClock()
  void loadFaults()
}
