/** Generates valid requests, mostly about existing objects, with bodies between the examples and random values. */
import * as fc from 'fast-check'
import type { Parameter } from '../../../../../generators/model/api-model.ts'
import { sentContent } from '../../build-request.ts'
import type { OperationEntry } from '../../load-specification.ts'
import { isObject } from '../../is-object.ts'
import type { IdMap } from '../../fixtures/id-map.ts'
import type { GenerateValue } from './value-generator.ts'
import type { SchemaTools, FuzzFixture } from './fuzz-fixture.ts'
import type { RequestDraft } from './format-request.ts'

export function generateDraft(entry: OperationEntry, { ids, listPathValues, getSchemaTools }: FuzzFixture): fc.Arbitrary<RequestDraft> {
  const { generateValue } = getSchemaTools(entry)
  const { parameters, path } = entry.operation
  const generatePlace = (location: Parameter['in']) => generateParameters(parameters, location, ids, generateValue)
  const [example, ...others] = listPathValues(entry)
  const drawPath = withWeights(
    [4, fc.constant(example)],
    ...(others.length > 0 ? [[4, fc.constantFrom(...others)] as const] : []),
    ...(path.includes('{') ? [[1, generatePlace('path').filter(hasSafeSegments)] as const] : []),
  )
  return fc.record({
    path: drawPath as fc.Arbitrary<RequestDraft['path']>,
    query: generatePlace('query'),
    header: generatePlace('header'),
    body: generateBody(entry, ids, generateValue),
  })
}

/** A mixed example may match two alternatives or none. */
export function isValidDraft({ operation }: OperationEntry, { body }: RequestDraft, { requestValidator }: SchemaTools): boolean {
  const content = sentContent(operation)
  if (!content || body === undefined || content.mediaType === 'application/octet-stream') return true
  return requestValidator.validate(content.schema, JSON.parse(JSON.stringify(body))).length === 0
}

/** True without segments such as `..`, which would change the path. */
function hasSafeSegments(values: Readonly<Record<string, unknown>>): boolean {
  return Object.values(values).every((value) => !['', '.', '..'].includes(String(value)))
}

function generateParameters(
  parameters: readonly Parameter[],
  location: Parameter['in'],
  ids: IdMap,
  generateValue: GenerateValue,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const own = parameters.filter((parameter) => parameter.in === location)
  const members = own.map(({ name, schema, example }) => {
    const generated = generateValue(schema, name)
    return [name, example === undefined ? generated : withWeights([3, fc.constant(ids.translate(example))], [1, generated])] as const
  })
  const always = new Set(own.filter(({ required }) => required).map(({ name }) => name))
  return fc
    .tuple(fc.record(Object.fromEntries(members)), fc.subarray(own.map(({ name }) => name)), fc.nat(2))
    .map(([all, some, chance]) => {
      // Filters exclude objects, so most requests have none.
      const chosen = chance === 0 ? some : []
      return Object.fromEntries(Object.entries(all).filter(([name]) => always.has(name) || chosen.includes(name)))
    })
}

function generateBody({ operation }: OperationEntry, ids: IdMap, generateValue: GenerateValue): fc.Arbitrary<unknown> {
  const content = sentContent(operation)
  if (!content) return fc.constant(undefined)
  if (content.mediaType === 'application/octet-stream') return fc.constantFrom(...content.examples.map(({ value }) => value))
  const generated = generateValue(content.schema)
  const example = content.examples.map(({ value }) => ids.translate(value))
  const choices: (readonly [number, fc.Arbitrary<unknown>])[] = [[3, generated]]
  if (example.length > 0) {
    choices.push([2, fc.constantFrom(...example)])
    choices.push([
      5,
      fc.tuple(fc.constantFrom(...example), generated, fc.nat(), fc.nat()).map(([one, other, ...masks]) => mixValues(one, other, masks)),
    ])
  }
  if (operation.body?.required === false) choices.push([1, fc.constant(undefined)])
  return withWeights(...choices)
}

/** Replaces about a quarter of the values of an example, for example with an unused name. */
function mixValues(example: unknown, generated: unknown, masks: readonly number[]): unknown {
  let position = 0
  const isTaken = (odds: number) => {
    position += 1
    return masks.slice(0, odds).every((mask) => (mask >> (position % 30)) % 2 === 1)
  }
  const walk = (one: unknown, other: unknown, name: string): unknown => {
    if (Array.isArray(one) && Array.isArray(other))
      return isTaken(2) ? other : one.map((item, at) => (at < other.length ? walk(item, other[at], name) : item))
    if (!isObject(one) || !isObject(other)) return isTaken(name === 'name' ? 1 : 2) ? other : one
    const names = [...Object.keys(one), ...Object.keys(other).filter((key) => !Object.hasOwn(one, key) && isTaken(2))]
    return Object.fromEntries(
      names.map((key) => [
        key,
        Object.hasOwn(one, key) && Object.hasOwn(other, key) ? walk(one[key], other[key], key) : (one[key] ?? other[key]),
      ]),
    )
  }
  return walk(example, generated, '')
}

function withWeights(...choices: readonly (readonly [number, fc.Arbitrary<unknown>])[]): fc.Arbitrary<unknown> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}
