import { goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

/** A document with these paths and nothing on them. */
const withPaths = (...paths: readonly string[]) =>
  `openapi: 3.1.1\ninfo: { title: Things, version: 2.0.0 }\npaths:\n${paths.map((path) => `  ${path}: {}\n`).join('')}`

/** Their GET, with as little as an operation can have. */
const withGets = (...paths: readonly string[]) =>
  `openapi: 3.1.1\ninfo: { title: Things, version: 2.0.0 }\npaths:\n${paths.map((path) => `  ${path}: { get: { responses: {} } }\n`).join('')}`

testRule(
  'paths-distinguishable',
  [
    { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
    {
      name: 'accepts a literal beside a parameter',
      given: withPaths('/v2/volumes/snapshots/{id}', '/v2/volumes/{volume_id}/snapshots'),
      want: [],
    },
    {
      name: 'catches paths that differ only in a name',
      given: withPaths('/v2/things/{thing_id}', '/v2/things/{id}'),
      want: [
        [
          '#/paths/~1v2~1things~1{id}',
          'Expected paths that differ in more than the names of their parameters; came `/v2/things/{id}` and `/v2/things/{thing_id}`. Put the operations of both under one path.',
        ],
      ],
    },
    {
      name: 'accepts two methods of one address',
      given:
        'openapi: 3.1.1\ninfo: { title: Things, version: 2.0.0 }\npaths:\n  /v2/{a}.csv: { get: {} }\n  /v2/{b}: { delete: {} }\n'.replaceAll(
          '{a}',
          '{b}',
        ),
      want: [],
    },
    {
      name: 'catches two that are parameters where they first differ',
      given: withGets('/v2/things/{thing_id}', '/v2/things/{thing_id}.csv'),
      want: [
        [
          '#/paths/~1v2~1things~1{thing_id}.csv',
          'came `/v2/things/{thing_id}.csv` and `/v2/things/{thing_id}`. Give one of them another address.',
        ],
      ],
    },
    {
      name: 'accepts a literal that is not what a parameter can be',
      given: withGets('/v2/things/sizes', '/v2/things/{thing_id}.csv'),
      want: [],
    },
    {
      name: 'catches a literal that the literals behind a parameter outnumber',
      given: withGets('/v2/things/pools/{pool_id}/{part_id}', '/v2/things/{thing_id}/actions/latest'),
      want: [
        [
          '#/paths/~1v2~1things~1{thing_id}~1actions~1latest',
          'came `/v2/things/{thing_id}/actions/latest` and `/v2/things/pools/{pool_id}/{part_id}`',
        ],
      ],
    },
    {
      name: 'catches two names after one prefix',
      given: withPaths('/v2/things/{thing_id}', '/v2/things/{id}/parts/{part_id}'),
      want: [
        [
          '#/paths/~1v2~1things~1{id}~1parts~1{part_id}',
          'Expected `{thing_id}` after `/v2/things`, as in `/v2/things/{thing_id}`; came `{id}` in `/v2/things/{id}/parts/{part_id}`',
        ],
      ],
    },
    {
      name: 'accepts them where the wire has them',
      given: withPaths('/v2/apps/{app_id}', '/v2/apps/{id}/alerts'),
      want: [],
    },
  ],
  { mixedAfter: ['/v2/apps'] },
)
