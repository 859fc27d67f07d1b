/** Requires unions with distinguishable branches, and rejects keywords of OpenAPI 3.0. */
import { list, report } from '../finding.ts'
import { isObject, isRef, type Schema } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Rule } from '../redocly.ts'
import { shapesOf, type Shape } from '../shapes.ts'

const forbidden = {
  anyOf: 'Use `oneOf` with a discriminator, or branches that no value matches twice.',
  nullable: "Write `type: [x, 'null']`.",
  readOnly: 'Write one schema for requests and one for responses.',
  writeOnly: 'Write one schema for requests and one for responses.',
} as const

export const unionForm: Rule = () => ({
  Schema(schema, context) {
    for (const [keyword, fix] of Object.entries(forbidden)) {
      if (keyword in schema)
        report(context, `Expected a schema without \`${keyword}\`; found one with it. ${fix}`, context.location.child(keyword).key())
    }
    if (schema.format === 'int64') {
      report(
        context,
        `Expected an integer without a format; found \`format: int64\`. Remove it: JSON has only one number type.`,
        context.location.child('format'),
      )
    }
    checkComposition(schema, context)
    if (schema.oneOf) checkUnion(schema, schema.oneOf, context)
  },
})

/** Rejects `allOf` with only one schema besides annotations: a `$ref` with sibling keywords is shorter. */
function checkComposition({ allOf }: Schema, context: Context): void {
  if (!allOf || allOf.filter(hasConstraint).length > 1) return
  report(
    context,
    `Expected \`allOf\` to compose at least two schemas; found ${list(allOf.map((part) => part.$ref ?? Object.keys(part).join(' ')))}. Use \`$ref\` with the other keywords next to it.`,
    context.location.child('allOf').key(),
  )
}

function hasConstraint(part: Schema): boolean {
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
    `Expected a \`discriminator\` with a \`propertyName\`; found ${list(Object.keys(discriminator))}. Add the name of the property that distinguishes the branches.`,
    context.location.child('discriminator'),
  )
}

/** Checks that the branches of a union without a discriminator are distinguishable by their shape. */
function checkShapes(branches: readonly Schema[], context: Context): void {
  const at = context.location.child('oneOf')
  const shapes = branches.map((branch, index) => shapesOf(context, branch, at.child(index)))
  for (const [index, own] of shapes.entries()) {
    const others = shapes.filter((_, other) => other !== index).flat()
    if (own.every((shape) => isDistinguishable(shape, others))) continue
    report(
      context,
      `Expected distinguishable branches of \`oneOf\`; found ${nameOf(branches[index], index)}, which overlaps with another branch. Add a \`discriminator\`, or add a required property to each branch that no other branch has.`,
      at.child(index),
    )
  }
}

function checkBranch(branch: Schema, index: number, property: string, context: Context): void {
  const place = context.location.child('oneOf').child(index)
  if (!isRef(branch)) {
    report(
      context,
      `Expected each branch under a discriminator to be a \`$ref\`; found ${nameOf(branch, index)}. Move it to \`components/schemas\`.`,
      place,
    )
    return
  }
  for (const shape of shapesOf(context, branch, place)) {
    const found = shape.properties.get(property)
    const value = found && follow<Schema>(context, found.node, found.location)?.node
    const fixed = value?.const !== undefined || Array.isArray(value?.enum)
    if (fixed && shape.required.has(property)) continue
    const actual = !value ? 'none' : !fixed ? 'one that can have any value' : 'an optional one'
    const expected = `${nameOf(branch, index)} to require \`${property}\` as a \`const\` or an \`enum\``
    report(context, `Expected ${expected}; found ${actual}. Declare it in that branch.`, place)
  }
}

/** Returns true if the types are disjoint, or if the shape requires a property that no overlapping shape has. */
function isDistinguishable(shape: Shape, others: readonly Shape[]): boolean {
  const conflicts = others.filter((other) => overlap(shape, other))
  if (conflicts.length === 0) return true
  return [...shape.required].some((name) => conflicts.every((conflict) => !conflict.properties.has(name)))
}

function overlap(a: Shape, b: Shape): boolean {
  const left = kindsOf(a)
  return kindsOf(b).some((kind) => left.includes(kind))
}

/** Returns the JSON types of a shape. `integer` counts as `number`; a shape without a type is an object if it has properties, otherwise any type. */
function kindsOf(shape: Shape): readonly string[] {
  if (shape.types.length > 0) return shape.types.map((type) => (type === 'integer' ? 'number' : type))
  return shape.properties.size > 0 ? ['object'] : ['string', 'number', 'boolean', 'array', 'object', 'null']
}

function nameOf(branch: Schema | undefined, index: number): string {
  return isObject(branch) && isRef(branch) ? (branch.$ref.split('/').at(-1) ?? branch.$ref) : `branch ${index + 1}`
}
