/** Active faults of the sandbox, for the header and the faults view. */
import type { Fault } from '../../src/generated/controls.ts'
import { listen } from './live.ts'
import { observe } from './observable.ts'
import { control } from './requests.ts'

export const activeFaults = observe<readonly Fault[]>([])

export async function loadFaults(): Promise<void> {
  activeFaults.set((await control('GET /_sandbox/faults')).faults)
}

export function followFaults(): void {
  loadFaults().catch(() => undefined)
  listen('faults', (data) => activeFaults.set((data as { readonly faults: readonly Fault[] }).faults))
}
