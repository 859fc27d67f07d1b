import { describe, expect, it } from 'vitest'
import { toCamelCase, toPascalCase, emitIdentifier } from './emit-identifier.ts'

describe('emitIdentifier', () => {
  it.each(['Boat', 'boats_list', '_a1', 'constructor', 'of'])('accepts %s', (name) => {
    expect(emitIdentifier(name)).toBe(name)
  })

  it.each(['', '1a', 'a-b', 'a b', 'a;b', 'a\n', 'b\u043eats', '\u00e4', '$a', 'class', 'new', 'await', 'string', 'any', 'undefined'])(
    'rejects %j',
    (name) => {
      expect(() => emitIdentifier(name)).toThrow(
        `${JSON.stringify(name)} cannot be a TypeScript identifier. Rename it in the specification.`,
      )
    },
  )
})

describe('toCamelCase and toPascalCase', () => {
  it.each([
    { input: 'list_kafka_topics', camel: 'listKafkaTopics', pascal: 'ListKafkaTopics' },
    { input: 'reserved-ips', camel: 'reservedIps', pascal: 'ReservedIps' },
    { input: 'reserved-ipv6', camel: 'reservedIpv6', pascal: 'ReservedIpv6' },
    { input: 'one-2-three', camel: 'one2Three', pascal: 'One2Three' },
    { input: 'droplets_actions_createByTag', camel: 'dropletsActionsCreateByTag', pascal: 'DropletsActionsCreateByTag' },
    { input: 'a__b', camel: 'aB', pascal: 'AB' },
    { input: 'volumes', camel: 'volumes', pascal: 'Volumes' },
    { input: '', camel: '', pascal: '' },
  ])('converts $input', ({ input, camel, pascal }) => {
    expect(toCamelCase(input)).toBe(camel)
    expect(toPascalCase(input)).toBe(pascal)
  })
})
