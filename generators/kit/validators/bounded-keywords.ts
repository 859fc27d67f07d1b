/** Skips the validation of items and patterns for values that exceed their maximum length. */
import { _, type CodeKeywordDefinition } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { usePattern } from 'ajv/dist/vocabularies/code.js'
import type { SchemaObject } from '../../model/json-schema.ts'

export function addBoundedKeywords(ajv: Ajv2020): void {
  const replace = (keyword: string, change: (own: CodeKeywordDefinition) => CodeKeywordDefinition['code']) => {
    const own = ajv.getKeyword(keyword) as CodeKeywordDefinition
    ajv.removeKeyword(keyword).addKeyword({ ...own, code: change(own) })
  }
  replace('items', (own) => (context) => {
    const { maxItems } = context.parentSchema as SchemaObject
    // Without `allErrors`, the length error has already ended the validation.
    if (maxItems === undefined || !ajv.opts.allErrors) own.code(context)
    else context.gen.if(_`${context.data}.length <= ${maxItems}`, () => own.code(context))
  })
  replace('pattern', () => (context) => {
    const { maxLength } = context.parentSchema as SchemaObject
    const matches = _`${usePattern(context, String(context.schema))}.test(${context.data})`
    // A character consists of one or two code units.
    context.pass(maxLength === undefined ? matches : _`${context.data}.length > ${2 * maxLength} || ${matches}`)
  })
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have the same item twice' },
    // Ajv compares every pair of items; `isUnique` needs one pass.
    code: (context) => {
      const { maxItems = Infinity } = context.parentSchema as SchemaObject
      const isUnique = _`isUnique(${context.data})`
      if (context.schema === true) context.pass(maxItems === Infinity ? isUnique : _`${context.data}.length > ${maxItems} || ${isUnique}`)
    },
  })
}
