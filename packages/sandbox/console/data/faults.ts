/** Active faults of the sandbox, for the header and the faults view. */
import type { Fault } from '../../src/generated/controls.ts'
import { isConnected, listen } from './live.ts'
import { observe } from './observable.ts'
import { control } from './requests.ts'

export const activeFaults = observe<readonly Fault[]>([])

/** Loads the faults, unless an event has brought newer ones meanwhile. */
export async function loadFaults(): Promise<void> {
  const before = activeFaults.get()
  const { faults } = await control('GET /_sandbox/faults')
  if (activeFaults.get() === before) activeFaults.set(faults)
}

export function followFaults(): void {
  const load = () => void loadFaults().catch(() => undefined)
  load()
  // Events are missed while the stream is closed.
  isConnected.subscribe(() => {
    if (isConnected.get()) load()
  })
  listen('faults', (data) => activeFaults.set((data as { readonly faults: readonly Fault[] }).faults))
}
