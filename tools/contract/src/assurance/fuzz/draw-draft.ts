/** Requests that keep the specification: about things that exist, mostly, with bodies between the examples and chance. */
import * as fc from 'fast-check'
import type { Parameter } from '../../../../../generators/model/api-model.ts'
import { sentContent } from '../../build-request.ts'
import type { OperationEntry } from '../../load-specification.ts'
import { type Cast, isObject } from './cast.ts'
import type { DrawValue } from './draw-value.ts'
import type { Paths } from './find-paths.ts'
import type { Draft } from './write-request.ts'

export function drawDraft(entry: OperationEntry, paths: Paths, cast: Cast, drawValue: DrawValue): fc.Arbitrary<Draft> {
  const { parameters, path } = entry.operation
  const drawPlace = (place: Parameter['in']) => drawParameters(parameters, place, cast, drawValue)
  const real = paths.get(path) ?? []
  const drawPath = real.length === 0 ? drawPlace('path') : withWeights([6, fc.constantFrom(...real)], [1, drawPlace('path')])
  return fc.record({
    path: drawPath as fc.Arbitrary<Draft['path']>,
    query: drawPlace('query'),
    header: drawPlace('header'),
    body: drawBody(entry, cast, drawValue),
  })
}

function drawParameters(
  parameters: readonly Parameter[],
  place: Parameter['in'],
  cast: Cast,
  drawValue: DrawValue,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const own = parameters.filter((parameter) => parameter.in === place)
  const members = own.map(({ name, schema, example }) => {
    const drawn = drawValue(schema, name)
    return [name, example === undefined ? drawn : withWeights([3, fc.constant(cast.play(example))], [1, drawn])] as const
  })
  const always = own.filter(({ required }) => required).map(({ name }) => name)
  return fc
    .tuple(fc.record(Object.fromEntries(members)), fc.subarray(own.map(({ name }) => name)), fc.nat(2))
    .map(([all, some, chance]) => {
      // Each filter leaves less to be found, so most requests have none.
      const chosen = chance === 0 ? some : []
      return Object.fromEntries(Object.entries(all).filter(([name]) => always.includes(name) || chosen.includes(name)))
    })
}

function drawBody({ operation }: OperationEntry, cast: Cast, drawValue: DrawValue): fc.Arbitrary<unknown> {
  const content = sentContent(operation)
  if (!content) return fc.constant(undefined)
  if (content.mediaType === 'application/octet-stream') return fc.constantFrom(...content.examples.map(({ value }) => value))
  const drawn = drawValue(content.schema)
  const shown = content.examples.map(({ value }) => cast.play(value))
  const choices: (readonly [number, fc.Arbitrary<unknown>])[] = [[3, drawn]]
  if (shown.length > 0) {
    choices.push([2, fc.constantFrom(...shown)])
    choices.push([5, fc.tuple(fc.constantFrom(...shown), drawn, fc.nat(), fc.nat()).map(([one, other, ...masks]) => mix(one, other, masks))])
  }
  if (operation.body?.required === false) choices.push([1, fc.constant(undefined)])
  return withWeights(...choices)
}

/** An example with some of its properties, about a quarter, from elsewhere: a name that is not taken, another size. */
function mix(shown: unknown, drawn: unknown, [one = 0, other = 0]: readonly number[]): unknown {
  if (!isObject(shown) || !isObject(drawn)) return shown
  const taken = Object.entries(drawn).filter(([name], position) => name === 'name' || ((one & other) >> (position % 30)) % 2 === 1)
  return { ...shown, ...Object.fromEntries(taken) }
}

function withWeights(...choices: readonly (readonly [number, fc.Arbitrary<unknown>])[]): fc.Arbitrary<unknown> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}
