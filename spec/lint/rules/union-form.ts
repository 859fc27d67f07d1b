/** A union can be told apart, and nothing is written in the ways of OpenAPI 3.0. */
import { list, report } from '../finding.ts'
import { isObject, isRef, type Schema } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Rule } from '../redocly.ts'
import { shapesOf, type Shape } from '../shapes.ts'

const forbidden = {
  anyOf: 'Use `oneOf` with a discriminator, or branches that cannot be confused.',
  nullable: "Write `type: [x, 'null']`.",
  readOnly: 'Write one schema for requests and one for responses.',
  writeOnly: 'Write one schema for requests and one for responses.',
} as const

export const unionForm: Rule = () => ({
  Schema(schema, context) {
    for (const [keyword, mend] of Object.entries(forbidden)) {
      if (keyword in schema)
        report(context, { expected: `a schema without \`${keyword}\``, came: 'one with it', mend }, context.location.child(keyword).key())
    }
    if (schema.format === 'int64') {
      report(
        context,
        { expected: 'an integer without a format', came: '`format: int64`', mend: 'Take it away: JSON has one kind of number.' },
        context.location.child('format'),
      )
    }
    checkComposition(schema, context)
    if (schema.oneOf) checkUnion(schema, schema.oneOf, context)
  },
})

/** `allOf` of one schema, or of one schema and mere words, is a reference with siblings written the long way. */
function checkComposition({ allOf }: Schema, context: Context): void {
  if (!allOf || allOf.filter(says).length > 1) return
  const mend = 'Write `$ref` with the other keywords beside it.'
  report(
    context,
    {
      expected: '`allOf` to compose at least two schemas',
      came: list(allOf.map((part) => part.$ref ?? Object.keys(part).join(' '))),
      mend,
    },
    context.location.child('allOf').key(),
  )
}

function says(part: Schema): boolean {
  return Object.keys(part).some((key) => !['description', 'title', 'examples'].includes(key) && !key.startsWith('x-'))
}

function checkUnion(schema: Schema, branches: readonly Schema[], context: Context): void {
  const { discriminator } = schema
  if (!discriminator) {
    checkShapes(branches, context)
    return
  }
  const property = discriminator.propertyName
  if (property) {
    for (const [index, branch] of branches.entries()) checkBranch(branch, index, property, context)
    return
  }
  report(
    context,
    {
      expected: 'a `discriminator` with a `propertyName`',
      came: list(Object.keys(discriminator)),
      mend: 'Name the property that tells the branches apart.',
    },
    context.location.child('discriminator'),
  )
}

/** Without a discriminator, what each branch may be must tell it from the others. */
function checkShapes(branches: readonly Schema[], context: Context): void {
  const at = context.location.child('oneOf')
  const shapes = branches.map((branch, index) => shapesOf(context, branch, at.child(index)))
  for (const [index, own] of shapes.entries()) {
    const others = shapes.filter((_, other) => other !== index).flat()
    if (own.every((shape) => canBeTold(shape, others))) continue
    const came = `${nameOf(branches[index], index)}, which another branch may match too`
    const mend = 'Add a `discriminator`, or require in each branch a property that no other branch has.'
    report(context, { expected: 'branches of `oneOf` that cannot be confused', came, mend }, at.child(index))
  }
}

function checkBranch(branch: Schema, index: number, property: string, context: Context): void {
  const place = context.location.child('oneOf').child(index)
  if (!isRef(branch)) {
    const mend = 'Move it to `components/schemas`.'
    report(context, { expected: 'each branch under a discriminator to be a `$ref`', came: nameOf(branch, index), mend }, place)
    return
  }
  for (const shape of shapesOf(context, branch, place)) {
    const found = shape.properties.get(property)
    const value = found && follow<Schema>(context, found.node, found.location)?.node
    const fixed = value?.const !== undefined || Array.isArray(value?.enum)
    if (fixed && shape.required.has(property)) continue
    const came = !value ? 'none' : !fixed ? 'one that may have any value' : 'one that is not required'
    const expected = `${nameOf(branch, index)} to require \`${property}\` as a \`const\` or an \`enum\``
    report(context, { expected, came, mend: 'Declare it so in that branch.' }, place)
  }
}

/** Disjoint types, or a required property that no other object has. */
function canBeTold(shape: Shape, others: readonly Shape[]): boolean {
  const rivals = others.filter((other) => overlap(shape, other))
  if (rivals.length === 0) return true
  return [...shape.required].some((name) => rivals.every((rival) => !rival.properties.has(name)))
}

function overlap(a: Shape, b: Shape): boolean {
  const left = kindsOf(a)
  return kindsOf(b).some((kind) => left.includes(kind))
}

/** `integer` and `number` are one kind; a shape without a type but with properties is an object; without anything it may be all. */
function kindsOf(shape: Shape): readonly string[] {
  if (shape.types.length > 0) return shape.types.map((type) => (type === 'integer' ? 'number' : type))
  return shape.properties.size > 0 ? ['object'] : ['string', 'number', 'boolean', 'array', 'object', 'null']
}

function nameOf(branch: Schema | undefined, index: number): string {
  return isObject(branch) && isRef(branch) ? (branch.$ref.split('/').at(-1) ?? branch.$ref) : `branch ${index + 1}`
}
