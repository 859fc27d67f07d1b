import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('document-head', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches another version of OpenAPI',
    input: edit(goodDocument, { 'openapi: 3.1.1': 'openapi: 3.1.0' }),
    expected: [['#/openapi', 'Expected `openapi: 3.1.1`; found "3.1.0"']],
  },
  {
    name: 'catches another version of the document',
    input: edit(goodDocument, { 'version: 2.0.0': 'version: 1.0.0' }),
    expected: [['#/info', 'Expected `version: 2.0.0` in `info`; found "1.0.0"']],
  },
  {
    name: 'catches top-level keys in another order',
    input: edit(goodDocument, {
      'info: { title: Things, version: 2.0.0 }\n': '',
      'paths:\n': 'info: { title: Things, version: 2.0.0 }\npaths:\n',
    }),
    expected: [['#/tags', 'Expected the order openapi, info, tags, paths, components; found openapi, tags, info, paths, components']],
  },
  {
    name: 'catches a document that the entry does not list',
    input: {
      'control/openapi.yaml': 'openapi: 3.1.1\ninfo: { title: All, version: 2.0.0 }\nx-documents: [{ $ref: things.yaml }]\n',
      'control/things.yaml': goodDocument,
      'control/others.yaml': 'openapi: 3.1.1\ninfo: { title: Others, version: 2.0.0 }\n',
    },
    entry: 'control/openapi.yaml',
    expected: [
      [
        'control/openapi.yaml#/x-documents',
        'Expected `x-documents` to list others.yaml; found no reference to it. Add `- $ref: others.yaml`.',
      ],
    ],
  },
  {
    name: 'catches a name that is not kebab-case',
    input: { 'control/things_list.yaml': goodDocument },
    entry: 'control/things_list.yaml',
    expected: [
      ['control/things_list.yaml#/openapi', 'Expected a document name in kebab-case, sub-resources after a dot; found `things_list.yaml`'],
    ],
  },
])
