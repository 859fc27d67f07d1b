import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('document-head', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  {
    name: 'catches another version of OpenAPI',
    given: edit(goodDocument, { 'openapi: 3.1.1': 'openapi: 3.1.0' }),
    want: [['#/openapi', 'Expected `openapi: 3.1.1`; found "3.1.0"']],
  },
  {
    name: 'catches another version of the document',
    given: edit(goodDocument, { 'version: 2.0.0': 'version: 1.0.0' }),
    want: [['#/info', 'Expected `version: 2.0.0` in `info`; found "1.0.0"']],
  },
  {
    name: 'catches top-level keys in another order',
    given: edit(goodDocument, {
      'info: { title: Things, version: 2.0.0 }\n': '',
      'paths:\n': 'info: { title: Things, version: 2.0.0 }\npaths:\n',
    }),
    want: [['#/tags', 'Expected the order openapi, info, tags, paths, components; found openapi, tags, info, paths, components']],
  },
  {
    name: 'catches a name that is not kebab-case',
    given: { 'control/things_list.yaml': goodDocument },
    entry: 'control/things_list.yaml',
    want: [
      ['control/things_list.yaml#/openapi', 'Expected a document name in kebab-case, sub-resources after a dot; found `things_list.yaml`'],
    ],
  },
])
