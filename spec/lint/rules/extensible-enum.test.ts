import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const inRegion = (schema: string) =>
  edit(goodDocument, { 'schema: { type: string }\n          example: nyc3': `schema: ${schema}\n          example: nyc3` })
const at = '#/paths/~1v2~1things/get/parameters/0/schema'

testRule('extensible-enum', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'accepts slugs with the name of their catalog',
    input: inRegion('{ type: string, enum: [nyc3, ams3], x-extensible-enum: Region }'),
    expected: [],
  },
  { name: 'accepts other values', input: inRegion('{ type: string, enum: [nyc3, mars1] }'), expected: [] },
  {
    name: 'catches slugs of a catalog without `x-extensible-enum`',
    input: inRegion("{ type: [string, 'null'], enum: [nyc3, ams3, '', null] }"),
    expected: [[`${at}/enum`, 'Expected an `enum` of Region slugs to have `x-extensible-enum: Region`']],
  },
  {
    name: 'catches slugs without the name of their catalog',
    input: inRegion('{ type: string, enum: [nyc3], x-extensible-enum: true }'),
    expected: [[`${at}/enum`, 'Add `x-extensible-enum: Region`']],
  },
  {
    name: 'catches open values without an enum',
    input: inRegion('{ type: string, x-extensible-enum: Region }'),
    expected: [[`${at}/x-extensible-enum`, 'Expected an `enum` of strings next to `x-extensible-enum`; found none']],
  },
])
