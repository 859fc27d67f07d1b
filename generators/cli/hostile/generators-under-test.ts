/** The registry, and the reference, which is made in a step of its own. */
import { generators, type Generator } from '../registry.ts'
import { folder, generateReference } from '../../reference/generate.ts'

export const generatorsUnderTest: readonly Generator[] = [
  ...generators,
  { name: 'reference', generate: (model) => generateReference(model), folders: [folder] },
]
