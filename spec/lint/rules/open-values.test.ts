import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const inRegion = (schema: string) =>
  edit(goodDocument, { 'schema: { type: string }\n          example: nyc3': `schema: ${schema}\n          example: nyc3` })
const at = '#/paths/~1v2~1things/get/parameters/0/schema'

testRule('open-values', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  {
    name: 'accepts slugs with the name of their catalog',
    given: inRegion('{ type: string, enum: [nyc3, ams3], x-open-values: Region }'),
    want: [],
  },
  { name: 'accepts other values', given: inRegion('{ type: string, enum: [nyc3, mars1] }'), want: [] },
  {
    name: 'catches slugs of a catalog without `x-open-values`',
    given: inRegion("{ type: [string, 'null'], enum: [nyc3, ams3, '', null] }"),
    want: [[`${at}/enum`, 'Expected an `enum` of Region slugs to have `x-open-values: Region`']],
  },
  {
    name: 'catches slugs without the name of their catalog',
    given: inRegion('{ type: string, enum: [nyc3], x-open-values: true }'),
    want: [[`${at}/enum`, 'Add `x-open-values: Region`']],
  },
  {
    name: 'catches open values without an enum',
    given: inRegion('{ type: string, x-open-values: Region }'),
    want: [[`${at}/x-open-values`, 'Expected an `enum` of strings next to `x-open-values`; found none']],
  },
])
