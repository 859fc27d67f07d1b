/** All generators, including the reference, which has a separate command. */
import { generators, type Generator } from '../registry.ts'
import { folder, generateReference } from '../../reference/generate.ts'

export const generatorsUnderTest: readonly Generator[] = [
  ...generators,
  { name: 'reference', generate: (model) => generateReference(model), folders: [folder] },
]
