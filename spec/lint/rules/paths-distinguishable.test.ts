import { goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

/** Builds a document with the given paths and minimal operations. */
const withPaths = (...paths: readonly string[]) =>
  `openapi: 3.1.1\ninfo: { title: Things, version: 2.0.0 }\npaths:\n${paths.map((path) => `  ${path}: {}\n`).join('')}`

/** GET operation with only the required keys. */
const withGets = (...paths: readonly string[]) =>
  `openapi: 3.1.1\ninfo: { title: Things, version: 2.0.0 }\npaths:\n${paths.map((path) => `  ${path}: { get: { responses: {} } }\n`).join('')}`

testRule(
  'paths-distinguishable',
  [
    { name: 'accepts the good document', input: goodDocument, expected: [] },
    {
      name: 'accepts a literal segment next to a parameter',
      input: withPaths('/v2/volumes/snapshots/{id}', '/v2/volumes/{volume_id}/snapshots'),
      expected: [],
    },
    {
      name: 'catches paths that differ only in a parameter name',
      input: withPaths('/v2/things/{thing_id}', '/v2/things/{id}'),
      expected: [
        [
          '#/paths/~1v2~1things~1{id}',
          'Expected paths that differ in more than the names of their parameters; found `/v2/things/{id}` and `/v2/things/{thing_id}`. Move the operations of both to one path.',
        ],
      ],
    },
    {
      name: 'accepts ambiguous paths with different methods',
      input:
        'openapi: 3.1.1\ninfo: { title: Things, version: 2.0.0 }\npaths:\n  /v2/{a}.csv: { get: {} }\n  /v2/{b}: { delete: {} }\n'.replaceAll(
          '{a}',
          '{b}',
        ),
      expected: [],
    },
    {
      name: 'catches paths with parameters at the first difference',
      input: withGets('/v2/things/{thing_id}', '/v2/things/{thing_id}.csv'),
      expected: [
        ['#/paths/~1v2~1things~1{thing_id}.csv', 'found `/v2/things/{thing_id}.csv` and `/v2/things/{thing_id}`. Change one of the paths.'],
      ],
    },
    {
      name: 'accepts a literal that a parameter cannot match',
      input: withGets('/v2/things/sizes', '/v2/things/{thing_id}.csv'),
      expected: [],
    },
    {
      name: 'catches a literal segment in a path with fewer literals',
      input: withGets('/v2/things/pools/{pool_id}/{part_id}', '/v2/things/{thing_id}/actions/latest'),
      expected: [
        [
          '#/paths/~1v2~1things~1{thing_id}~1actions~1latest',
          'found `/v2/things/{thing_id}/actions/latest` and `/v2/things/pools/{pool_id}/{part_id}`',
        ],
      ],
    },
    {
      name: 'catches two parameter names after one prefix',
      input: withPaths('/v2/things/{thing_id}', '/v2/things/{id}/parts/{part_id}'),
      expected: [
        [
          '#/paths/~1v2~1things~1{id}~1parts~1{part_id}',
          'Expected `{thing_id}` after `/v2/things`, as in `/v2/things/{thing_id}`; found `{id}` in `/v2/things/{id}/parts/{part_id}`',
        ],
      ],
    },
    {
      name: 'accepts two parameter names after configured prefixes',
      input: withPaths('/v2/apps/{app_id}', '/v2/apps/{id}/alerts'),
      expected: [],
    },
  ],
  { mixedAfter: ['/v2/apps'] },
)
