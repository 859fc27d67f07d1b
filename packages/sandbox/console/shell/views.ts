/** Views in the order of the navigation, with their keyboard shortcut (after `g`) and their code. */
import type { FunctionComponent } from 'preact'
import type * as OtherViews from '../views/others.ts'
import { View as Resources } from '../views/resources.tsx'

export interface View {
  readonly name: string
  readonly title: string
  readonly key: string
  readonly load: () => Promise<{ readonly View: FunctionComponent }>
}

const others = async (name: keyof typeof OtherViews) => ({ View: (await import('../views/others.ts'))[name] })

export const views = [
  { name: 'resources', title: 'Resources', key: 'r', load: async () => ({ View: Resources }) },
  { name: 'requests', title: 'Requests', key: 'q', load: () => others('Requests') },
  { name: 'clock', title: 'Clock', key: 'c', load: () => others('Clock') },
  { name: 'faults', title: 'Faults', key: 'f', load: () => others('Faults') },
  { name: 'limits', title: 'Limits', key: 'l', load: () => others('Limits') },
  { name: 'snapshots', title: 'Snapshots', key: 's', load: () => others('Snapshots') },
  { name: 'accounts', title: 'Accounts', key: 'a', load: () => others('Accounts') },
  { name: 'billing', title: 'Billing', key: 'b', load: () => others('Billing') },
  { name: 'inference', title: 'Inference', key: 'i', load: () => others('Inference') },
] as const satisfies readonly View[]
