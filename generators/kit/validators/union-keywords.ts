/**
 * Replaces the keywords `oneOf` and `discriminator`, as Ajv's findings do not say which branch each belongs to: `oneOf` reports the number of
 * findings and the fields of each branch, `discriminator` lists the valid values.
 */
import { _, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { SchemaObject } from '../../model/json-schema.ts'

/** Variable in which compiled code counts its findings. */
const errors = new Name('errors')

export function addUnionKeywords(ajv: Ajv2020): void {
  const definitionOf = (keyword: string) => ajv.getKeyword(keyword) as CodeKeywordDefinition
  const replace = (definition: CodeKeywordDefinition) => ajv.removeKeyword(String(definition.keyword)).addKeyword(definition)
  replace(createOneOf(ajv, definitionOf('oneOf')))
  replace(createDiscriminator(ajv, definitionOf('discriminator')))
}

function createOneOf(ajv: Ajv2020, own: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...own,
    before: 'allOf',
    error: {
      message: 'must match exactly one schema in oneOf',
      params: ({ params, schema }) =>
        _`{passingSchemas: ${params['passing']}, ends: ${params['ends']}, fields: ${stringify((schema as SchemaObject[]).map((branch) => Object.keys(propertiesOf(ajv, branch))))}}`,
    },
    code: (context) => {
      const { gen, schema, parentSchema } = context
      // With a discriminator, only the matching branch is validated.
      if ((parentSchema as SchemaObject).discriminator) return
      const valid = gen.let('valid', false)
      const passing = gen.let('passing', _`null`)
      const isPassing = gen.name('_valid')
      const ends = gen.const('ends', _`[${errors}]`)
      context.setParams({ passing, ends })
      gen.block(() => {
        for (const index of (schema as SchemaObject[]).keys()) {
          const branch = context.subschema({ keyword: 'oneOf', schemaProp: index, compositeRule: true }, isPassing)
          gen.code(_`${ends}.push(${errors})`)
          if (index > 0)
            gen
              .if(_`${isPassing} && ${valid}`)
              .assign(valid, false)
              .assign(passing, _`[${passing}, ${index}]`)
              .else()
          gen.if(isPassing, () => {
            gen.assign(valid, true).assign(passing, index)
            context.mergeEvaluated(branch, Name)
          })
        }
      })
      context.result(
        valid,
        () => context.reset(),
        () => context.error(true),
      )
    },
  }
}

function createDiscriminator(ajv: Ajv2020, own: CodeKeywordDefinition): CodeKeywordDefinition {
  const kindsOf = ({ parentSchema, schema }: Partial<Pick<KeywordCxt, 'parentSchema' | 'schema'>>) => {
    const { propertyName } = schema as { readonly propertyName: string }
    return ((parentSchema as SchemaObject).oneOf ?? []).flatMap((branch) => {
      const { const: only, enum: values } = propertiesOf(ajv, branch)[propertyName] ?? {}
      return only === undefined ? (values ?? []) : [only]
    })
  }
  return {
    ...own,
    error: {
      message: 'must have a known discriminator value',
      params: (context) => _`{tag: ${context.params['tagName']}, kinds: ${stringify(kindsOf(context))}}`,
    },
  }
}

function propertiesOf(ajv: Ajv2020, schema: SchemaObject): Readonly<Record<string, SchemaObject>> {
  const resolvedSchema = schema.$ref === undefined ? schema : (ajv.schemas[schema.$ref]?.schema as SchemaObject)
  const inherited = (resolvedSchema.allOf ?? []).flatMap((part) => Object.entries(propertiesOf(ajv, part)))
  return Object.fromEntries([...inherited, ...Object.entries(resolvedSchema.properties ?? {})])
}
