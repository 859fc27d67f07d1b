/** The registry, and the index of the reference, which is made in a step of its own. */
import { generators, type Generator } from '../registry.ts'
import { generateReference } from '../../reference/generate.ts'

const referenceIndex: Generator = {
  name: 'reference index',
  generate: (model) => generateReference(model, Object.fromEntries(model.apis.map((api) => [api.name, '<html></html>']))),
  owns: ['packages/reference/dist'],
}

export const generatorsUnderTest: readonly Generator[] = [...generators, referenceIndex]
