/** Accepts any non-empty string for open enumerations, as the platform checks the current values. */
import { _, type CodeKeywordDefinition } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { SchemaObject } from '../../model/json-schema.ts'
import { openValues } from './prepare-schema.ts'

export function addOpenValues(ajv: Ajv2020): void {
  const own = ajv.getKeyword('enum') as CodeKeywordDefinition
  ajv.removeKeyword('enum').addKeyword({
    ...own,
    code: (context) => {
      const { [openValues]: isOpen, enum: values = [] } = context.parentSchema as SchemaObject
      if (isOpen === undefined) own.code(context)
      else {
        const { data } = context
        // Other types get the error that lists the known values of the catalog.
        const other = typeof isOpen === 'string' ? _`${data} === null` : _`true`
        context.pass(_`typeof ${data} === "string" ? ${values.includes('')} || ${data} !== "" : ${other}`)
      }
    },
  })
}
