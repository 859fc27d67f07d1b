/** Views in the order of the navigation, with their keyboard shortcut (after `g`) and their code. */
import type { FunctionComponent } from 'preact'
import type * as OtherViews from '../views/others.ts'
import { View as Overview } from '../views/overview.tsx'

export interface View {
  readonly name: string
  readonly title: string
  readonly key: string
  readonly load: () => Promise<{ readonly View: FunctionComponent }>
}

const others = async (name: keyof typeof OtherViews) => ({ View: (await import('../views/others.ts'))[name] })

export const views = [
  { name: 'overview', title: 'Overview', key: 'o', load: async () => ({ View: Overview }) },
  { name: 'requests', title: 'Requests', key: 'q', load: () => others('Requests') },
  { name: 'resources', title: 'Resources', key: 'r', load: () => others('Resources') },
  { name: 'clock', title: 'Clock', key: 'c', load: () => others('Clock') },
  { name: 'faults', title: 'Faults', key: 'f', load: () => others('Faults') },
  { name: 'snapshots', title: 'Snapshots', key: 's', load: () => others('Snapshots') },
  { name: 'settings', title: 'Settings', key: ',', load: () => others('Settings') },
] as const satisfies readonly View[]
