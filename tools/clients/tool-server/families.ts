import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Family, Step } from './tool-case.ts'

/** Families in the order in which they run: files in `cases`. The account is last, because it advances the clock by a month. */
const files = [
  'droplets',
  'images',
  'volumes',
  'network',
  'domains',
  'load-balancers',
  'databases',
  'kubernetes',
  'registries',
  'storage',
  'apps',
  'functions',
  'models',
  'evaluations',
  'batches',
  'monitoring',
  'account',
]

const fields = new Set(['tool', 'input', 'request', 'body', 'advanceSeconds', 'save', 'expected', 'expectedState', 'expectedError'])

export const families: readonly Family[] = files.map((name) => {
  const steps = parse(readFileSync(new URL(`cases/${name}.yaml`, import.meta.url), 'utf8')) as readonly Step[]
  const unknown = steps.flatMap((step) => Object.keys(step)).find((field) => !fields.has(field))
  if (unknown !== undefined) throw new Error(`cases/${name}.yaml: unknown field ${unknown}; expected one of ${[...fields].join(', ')}`)
  return { name, steps, ...(name === 'batches' && { host: 'inference' }) }
})
