/** The views: their place in the navigation, the key after `g` that leads there, and the module that is loaded when they are. */
import type { FunctionComponent } from 'preact'

export interface View {
  readonly name: string
  readonly title: string
  readonly key: string
  readonly load: () => Promise<{ readonly View: FunctionComponent }>
}

export const views = [
  { name: 'resources', title: 'Resources', key: 'r', load: () => import('../views/resources.tsx') },
  { name: 'requests', title: 'Requests', key: 'q', load: () => import('../views/requests.tsx') },
  { name: 'clock', title: 'Clock', key: 'c', load: () => import('../views/clock.tsx') },
  { name: 'faults', title: 'Faults', key: 'f', load: () => import('../views/faults.tsx') },
  { name: 'limits', title: 'Limits', key: 'l', load: () => import('../views/limits.tsx') },
  { name: 'snapshots', title: 'Snapshots', key: 's', load: () => import('../views/snapshots.tsx') },
  { name: 'accounts', title: 'Accounts', key: 'a', load: () => import('../views/accounts.tsx') },
  { name: 'money', title: 'Money', key: 'm', load: () => import('../views/money.tsx') },
  { name: 'inference', title: 'Inference', key: 'i', load: () => import('../views/inference.tsx') },
] as const satisfies readonly View[]
