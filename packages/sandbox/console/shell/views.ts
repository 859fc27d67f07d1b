/** Views in the order of the navigation, with their code. */
import type { FunctionComponent } from 'preact'
import type * as OtherViews from '../views/others.ts'
import { View as Overview } from '../views/overview.tsx'

export interface View {
  /** Service without which the navigation omits the view. */
  readonly service?: string
  readonly name: string
  readonly title: string
  readonly load: () => Promise<{ readonly View: FunctionComponent }>
}

const others = async (name: keyof typeof OtherViews) => ({ View: (await import('../views/others.ts'))[name] })

export const views: readonly [View, ...View[]] = [
  { name: 'overview', title: 'Overview', load: async () => ({ View: Overview }) },
  { name: 'requests', title: 'Requests', load: () => others('Requests') },
  { name: 'resources', title: 'Resources', load: () => others('Resources') },
  { name: 'clock', title: 'Clock', load: () => others('Clock') },
  { name: 'faults', title: 'Faults', load: () => others('Faults') },
  { name: 'inbox', title: 'Inbox', service: 'notifications', load: () => others('Inbox') },
  { name: 'snapshots', title: 'Snapshots', load: () => others('Snapshots') },
  { name: 'settings', title: 'Settings', load: () => others('Settings') },
]
