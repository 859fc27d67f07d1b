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
] as const satisfies readonly View[]
