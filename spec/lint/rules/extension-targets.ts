/** Checks that the schemas, properties, parameters, states and operations that extensions name exist. */
import { actionOf, effectOf } from '../effect.ts'
import { list, report } from '../finding.ts'
import { isObject, segmentsOf, type Operation, type Schema } from '../openapi.ts'
import { follow, parametersOf } from '../references.ts'
import type { Context, Location, Rule } from '../redocly.ts'
import { shapesOf } from '../shapes.ts'
import { specificationOf } from '../specification.ts'
import type { Specification } from '../specification-types.ts'

export const extensionTargets: Rule = () => ({
  Operation(operation, context) {
    const specification = specificationOf(context.location.source.absoluteRef)
    checkEffect(operation, context, specification)
    checkAction(operation, context, specification)
    checkTool(operation, context, specification)
  },
  Schema(schema, context) {
    const specification = specificationOf(context.location.source.absoluteRef)
    checkResource(schema, context, specification)
    checkLifecycle(schema, context, specification)
    checkCatalog(schema, context, specification)
    checkReference(schema, context, specification)
  },
})

function checkEffect(operation: Operation, context: Context, specification: Specification): void {
  const effect = effectOf(operation)
  if (!effect || effect.verb === 'computes') return
  const at = context.location.child('x-effect')
  requireSchema(context, specification, effect.value, at.child(effect.verb))
  const names = parametersOf(context, operation).flatMap(({ node }) => (node.in === 'query' && node.name ? [node.name] : []))
  const requireParameters = (key: string, parameters: readonly string[], place: Location) => {
    for (const [index, name] of parameters.entries()) {
      if (names.includes(name)) continue
      report(
        context,
        `Expected \`${key}\` to name a query parameter (${list(names)}); found \`${name}\`. Correct the name, or declare the parameter.`,
        place.child([key, index]),
      )
    }
  }
  requireParameters('by', effect.by, at)
  requireParameters('labels', effect.labels, at.child('series'))
}

function checkAction(operation: Operation, context: Context, specification: Specification): void {
  const at = context.location.child(['x-effect', 'starts', 'locks'])
  for (const [index, name] of strings(actionOf(operation)?.['locks']).entries())
    requireSchema(context, specification, name, at.child(index))
}

function checkTool(operation: Operation, context: Context, specification: Specification): void {
  const tool = operation['x-tool']
  if (!isObject(tool)) return
  const at = context.location.child('x-tool')
  const known = isObject(tool['arguments']) ? tool['arguments'] : {}
  const fix = 'Correct the name, or add the argument under `arguments`.'
  for (const [group, names] of Object.entries(Array.isArray(tool['require-one-of']) ? tool['require-one-of'] : [])) {
    for (const name of strings(names)) {
      if (!(name in known))
        report(
          context,
          `Expected one of the arguments ${list(Object.keys(known))}; found \`${name}\`. ${fix}`,
          at.child(['require-one-of', group]),
        )
    }
  }
  for (const [alias, name] of Object.entries(isObject(tool['aliases']) ? tool['aliases'] : {})) {
    if (!(String(name) in known))
      report(
        context,
        `Expected one of the arguments ${list(Object.keys(known))}; found \`${String(name)}\`. ${fix}`,
        at.child(['aliases', alias]),
      )
  }
  if (typeof tool['calls'] !== 'string' || !requireOperation(context, specification, tool['calls'], at.child('calls'))) return
  const calledOperation = specification.operations.get(tool['calls'])
  for (const [argument, value] of Object.entries(known)) {
    const [location = '', name = ''] = String(isObject(value) ? value['to'] : value).split('.')
    if (location !== 'path' && location !== 'query') continue
    const names =
      calledOperation?.parameters.flatMap((parameter) => (parameter.in === location && parameter.name ? [parameter.name] : [])) ?? []
    if (names.includes(name)) continue
    report(
      context,
      `Expected a ${location} parameter of ${tool['calls']} (${list(names)}); found \`${name}\`. Correct the name after the dot.`,
      at.child(['arguments', argument]),
    )
  }
}

function checkResource(schema: Schema, context: Context, specification: Specification): void {
  const { 'x-resource': resource, 'x-messages': messages } = schema
  if (!isObject(resource)) {
    if (!isObject(messages) || !('missing' in messages || 'taken' in messages)) return
    report(
      context,
      `Expected \`missing\` and \`taken\` next to \`x-resource\`; found no \`x-resource\`. Move the messages to the schema of the resource.`,
      context.location.child('x-messages'),
    )
    return
  }
  const at = context.location.child('x-resource')
  if (typeof resource['parent'] === 'string') requireSchema(context, specification, resource['parent'], at.child('parent'))
  if (isObject(resource['id'])) requireProperty(context, schema, resource['id']['field'], at.child(['id', 'field']))
  for (const [index, name] of strings(resource['unique']).entries()) requireProperty(context, schema, name, at.child(['unique', index]))
  const urnField = /\{(\w+)\}/.exec(String(resource['urn'] ?? ''))?.[1]
  if (urnField) requireProperty(context, schema, urnField, at.child('urn'))
}

function checkCatalog(schema: Schema, context: Context, { schemas }: Specification): void {
  const catalog = schema['x-extensible-enum']
  if (typeof catalog !== 'string') return
  const isKind = (schemas.get(catalog) ?? []).some((found) => {
    const resource = found.schema['x-resource']
    return isObject(resource) && isObject(resource['id']) && resource['id']['kind'] === 'slug' && resource['parent'] === undefined
  })
  if (isKind) return
  report(
    context,
    `Expected a schema whose \`x-resource\` has an \`id\` of kind \`slug\`; found \`${catalog}\`. Correct the name, or use \`true\` if no list operation returns the values.`,
    context.location.child('x-extensible-enum'),
  )
}

function checkReference(schema: Schema, context: Context, { schemas }: Specification): void {
  const reference = schema['x-refers']
  if (!isObject(reference) || typeof reference['to'] !== 'string') return
  if ((schemas.get(reference['to']) ?? []).some((found) => isObject(found.schema['x-resource']))) return
  report(
    context,
    `Expected a schema with \`x-resource\`; found \`${reference['to']}\`. Correct the name, or mark the schema as a resource.`,
    context.location.child(['x-refers', 'to']),
  )
}

function checkLifecycle(schema: Schema, context: Context, specification: Specification): void {
  const lifecycle = schema['x-lifecycle']
  if (!isObject(lifecycle)) return
  const at = context.location.child('x-lifecycle')
  const field = requireProperty(context, schema, lifecycle['field'], at.child('field'))
  const states = field?.enum?.map(String)
  const requireState = (state: unknown, place: Location) => {
    if (!states || states.includes(String(state))) return
    report(
      context,
      `Expected a state that \`${String(lifecycle['field'])}\` can have (${list(states)}); found \`${String(state)}\`. Correct the state, or add it to the enum.`,
      place,
    )
  }
  requireState(lifecycle['initial'], at.child('initial'))
  const reachableStates = new Set([String(lifecycle['initial'])])
  for (const [cause, set] of Object.entries(isObject(lifecycle['set-by']) ? lifecycle['set-by'] : {})) {
    for (const state of strings(set)) {
      requireState(state, at.child(['set-by', cause]))
      reachableStates.add(state)
    }
  }
  for (const [index, transition] of (Array.isArray(lifecycle['transitions']) ? lifecycle['transitions'] : []).entries()) {
    if (!isObject(transition)) continue
    const place = at.child(['transitions', index])
    const from = transition['from']
    for (const state of Array.isArray(from) ? from : [from]) requireState(state, place.child('from'))
    for (const state of [transition['to'], transition['or'] ?? []].flat().map(String)) {
      requireState(state, place.child(state === transition['to'] ? 'to' : 'or'))
      reachableStates.add(state)
    }
    for (const on of [transition['on']].flat().map(String)) {
      if (on === 'create' || specification.operations.has(on) || actionTypes(specification).has(on)) continue
      report(
        context,
        `Expected \`on\` to be \`create\`, the type of an action or an operationId; found \`${on}\`. Correct the name, or declare the action type.`,
        place.child('on'),
      )
    }
  }
  const unreachableStates = states?.filter((state) => !reachableStates.has(state)) ?? []
  if (unreachableStates.length === 0) return
  report(
    context,
    `Expected a transition to every state of \`${String(lifecycle['field'])}\`; found none to ${list(unreachableStates)}. Add a transition, or name the state under \`set-by\`.`,
    at,
  )
}

function actionTypes({ operations }: Specification): Set<string> {
  return new Set([...operations.values()].flatMap(({ operation }) => strings(actionOf(operation)?.['types'])))
}

function requireSchema(context: Context, { schemas }: Specification, name: string, at: Location): void {
  if (schemas.has(name)) return
  report(
    context,
    `Expected the name of a schema component; found \`${name}\`, which no document has. Correct the name, or add the schema.`,
    at,
  )
}

function requireOperation(context: Context, { operations }: Specification, id: string, at: Location): boolean {
  if (operations.get(id)?.document.folder === 'control') return true
  report(
    context,
    `Expected an operationId of the control API; found \`${id}\`, which no document has. Correct the name, or add the operation.`,
    at,
  )
  return false
}

/** Returns the property, with its reference resolved. */
function requireProperty(context: Context, schema: Schema, name: unknown, at: Location): Schema | undefined {
  if (typeof name !== 'string') return undefined
  const shapes = shapesOf(context, schema, context.location)
  const found = shapes.map((shape) => shape.properties.get(name)).find((property) => property !== undefined)
  if (found) return follow<Schema>(context, found.node, found.location)?.node
  const known = new Set(shapes.flatMap((shape) => [...shape.properties.keys()]))
  report(
    context,
    `Expected a property of ${segmentsOf(context.location.pointer).at(-1)} (${list(known)}); found \`${name}\`. Correct the name, or declare the property.`,
    at,
  )
  return undefined
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
