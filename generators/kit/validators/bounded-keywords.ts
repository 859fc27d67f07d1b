/** What is longer than it may be is refused for that: a hundred thousand items are not looked at one by one, nor is a megabyte matched. */
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
    // Where the first finding ends it, one is there already.
    if (maxItems === undefined || !ajv.opts.allErrors) own.code(context)
    else context.gen.if(_`${context.data}.length <= ${maxItems}`, () => own.code(context))
  })
  replace('pattern', () => (context) => {
    const { maxLength } = context.parentSchema as SchemaObject
    const matches = _`${usePattern(context, String(context.schema))}.test(${context.data})`
    // A character has one or two code units.
    context.pass(maxLength === undefined ? matches : _`${context.data}.length > ${2 * maxLength} || ${matches}`)
  })
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have the same item twice' },
    // The compiler compares every item with every other; this is done in one pass.
    code: (context) => {
      const { maxItems = Infinity } = context.parentSchema as SchemaObject
      const isUnique = _`isUnique(${context.data})`
      if (context.schema === true) context.pass(maxItems === Infinity ? isUnique : _`${context.data}.length > ${maxItems} || ${isUnique}`)
    },
  })
}
