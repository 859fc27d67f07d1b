/** Injected faults of messages. */
import type { InboxMessage, ServiceContext } from '@spindrift/sandbox'

export type Outcome = Pick<InboxMessage, 'status' | 'reason'>

export type Faults = Pick<ServiceContext, 'injectFault'>

/** Injects the fault of a message. @returns undefined to deliver the message */
export async function injectFault(faults: Faults): Promise<Outcome | undefined> {
  const { status, cut } = (await faults.injectFault('deliver')) ?? {}
  if (status === undefined && cut === undefined) return undefined
  return { status: 'failed', reason: `An injected fault ${status === undefined ? 'closed the connection' : `replied ${status}`}.` }
}
