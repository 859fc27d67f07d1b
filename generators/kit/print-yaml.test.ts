import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { printYaml } from './print-yaml.ts'

const cases: readonly unknown[] = [
  {},
  [],
  { a: [], b: {}, c: null, d: true, e: 1.5e300, f: '' },
  { yes: 'no', '1': '1', 'a: b': '# c', '': '- d', '/v2/{id}': "it's" },
  [[1, [2, []]], { a: { b: [{ c: 1, d: 2 }] } }],
  { text: 'one\ntwo\n\n  three' },
  { text: 'one\n  two\nthree' },
  { text: ' leads\nwith a space' },
  { text: 'ends\n' },
  { text: 'tab\there\nand \u2028 there \u0085 \ufeff' },
  { ['k'.repeat(2000)]: { a: 1 }, b: [{ [' '.repeat(2000)]: [2] }] },
  ['---', '...', '%', '@', '`', '|', '>', '&a', '*a', '!!js', '\\', '"'],
  { a: 'true', b: '0x10', c: '1e3', d: '2026-01-01', e: '~' },
]

it.each(cases)('round-trips %j', (value) => {
  expect(parse(printYaml(value))).toEqual(value)
})

it('prints YAML in the usual style', () => {
  expect(printYaml({ info: { title: 'A', tags: [{ name: 'b', description: 'One.\nTwo.' }, 'c'] } })).toBe(
    'info:\n  title: "A"\n  tags:\n    - name: "b"\n      description: |-\n        One.\n        Two.\n    - "c"\n',
  )
})
