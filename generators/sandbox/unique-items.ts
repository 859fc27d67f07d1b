/** The compiler compares every item with every other; this is done in one pass. */
import { _ } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'

export function addUniqueItems(ajv: Ajv2020): void {
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have the same item twice' },
    code: (context) => {
      if (context.schema === true) context.pass(_`isUnique(${context.data})`)
    },
  })
}
