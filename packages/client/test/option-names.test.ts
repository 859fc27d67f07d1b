/** Names of call options differ from all fields, because the client distinguishes them by name. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionNames } from '../src/check-call.ts'

interface Node {
  readonly $ref?: string
  readonly [key: string]: unknown
}

const apis = ['control', 'oauth', 'inference', 'tools'].map(
  (name) => JSON.parse(readFileSync(new URL(`../../../spec/dist/${name}.json`, import.meta.url), 'utf8')) as Node,
)

const valuesOf = (value: unknown) => Object.values((value ?? {}) as object) as Node[]

/** Returns the operations of an API; `resolve` follows references. */
function listOperations(api: Node) {
  const resolve = (node: Node): Node =>
    node.$ref === undefined
      ? node
      : resolve(
          node.$ref
            .slice(2)
            .split('/')
            .reduce((at, key) => at[key] as Node, api),
        )
  const operations = valuesOf(api['paths']).flatMap((path) => valuesOf(path).filter((each) => each['operationId'] !== undefined))
  return operations.map((operation) => ({ operation, resolve }))
}

function listFields(node: Node, resolve: (node: Node) => Node): string[] {
  const { properties = {}, allOf = [], oneOf = [] } = resolve(node) as Record<'properties' | 'allOf' | 'oneOf', object | undefined>
  return [
    ...Object.keys(properties),
    ...valuesOf([...(allOf as Node[]), ...(oneOf as Node[])]).flatMap((form) => listFields(form, resolve)),
  ]
}

const isOption = (name: string) => optionNames.includes(name)

test('no query parameter has the name of an option of a call', () => {
  const names = apis
    .flatMap(listOperations)
    .flatMap(({ operation, resolve }) => valuesOf(operation['parameters']).map(resolve))
    .flatMap((parameter) => (parameter['in'] === 'query' ? [String(parameter['name'])] : []))
  expect(names.length).toBeGreaterThan(300)
  expect(names.filter(isOption)).toEqual([])
})

test('no body field has the name of an option of a call', () => {
  const names = apis
    .flatMap(listOperations)
    .flatMap(({ operation, resolve }) =>
      operation['requestBody'] === undefined
        ? []
        : valuesOf(resolve(operation['requestBody'] as Node)['content']).flatMap(({ schema }) => listFields(schema as Node, resolve)),
    )
  expect(names.length).toBeGreaterThan(1000)
  expect(names.filter(isOption)).toEqual([])
})
