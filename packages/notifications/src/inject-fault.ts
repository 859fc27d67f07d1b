/** Injected faults of messages. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { InboxMessage, ServiceContext } from '@spindrift/sandbox'

export type Outcome = Pick<InboxMessage, 'status' | 'reason'>

/** Applies the injected fault of a message. @returns undefined to deliver the message */
export async function injectFault(matchFault: ServiceContext['matchFault']): Promise<Outcome | undefined> {
  const fault = matchFault('deliver')
  if (!fault) return undefined
  if (fault.latency > 0) await sleep(fault.latency)
  if (fault.status === undefined && fault.cut === undefined) return undefined
  return {
    status: 'failed',
    reason: `An injected fault ${fault.status === undefined ? 'closed the connection' : `replied ${fault.status}`}.`,
  }
}
