/** Describes a schema briefly: by name, otherwise by its structure one level deep. */
import type { SchemaObject } from '../model/json-schema.ts'

export function describeSchema(schema: SchemaObject): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? schema.$ref
  if (schema.oneOf) return schema.oneOf.map(describeSchema).join(' | ')
  if (schema.allOf) return schema.allOf.map(describeSchema).join(' & ')
  if (schema.items) return `${describeSchema(schema.items)}[]`
  if (schema.properties) return describeObject(schema)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === undefined) return 'any'
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' | ')
}

function describeObject({ properties = {}, required = [] }: SchemaObject): string {
  const names = Object.entries(properties).map(([name, property]) => {
    const value = property.$ref || property.items?.$ref ? `: ${describeSchema(property)}` : ''
    return `${name}${required.includes(name) ? '' : '?'}${value}`
  })
  return `{ ${names.join(', ')} }`
}
