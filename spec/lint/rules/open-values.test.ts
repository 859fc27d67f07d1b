import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const inRegion = (schema: string) =>
  edit(goodDocument, { 'schema: { type: string }\n          example: nyc3': `schema: ${schema}\n          example: nyc3` })
const at = '#/paths/~1v2~1things/get/parameters/0/schema'

testRule('open-values', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'accepts slugs that name their catalog',
    given: inRegion('{ type: string, enum: [nyc3, ams3], x-open-values: Region }'),
    want: [],
  },
  { name: 'accepts other values', given: inRegion('{ type: string, enum: [nyc3, mars1] }'), want: [] },
  {
    name: 'catches slugs of a catalog that are closed',
    given: inRegion("{ type: [string, 'null'], enum: [nyc3, ams3, '', null] }"),
    want: [[`${at}/enum`, 'Expected slugs of Region to be open and to name it']],
  },
  {
    name: 'catches slugs of a catalog that do not say of which',
    given: inRegion('{ type: string, enum: [nyc3], x-open-values: true }'),
    want: [[`${at}/enum`, 'Add `x-open-values: Region`']],
  },
  {
    name: 'catches open values without any',
    given: inRegion('{ type: string, x-open-values: Region }'),
    want: [[`${at}/x-open-values`, 'Expected an `enum` of texts beside `x-open-values`; came none']],
  },
])
