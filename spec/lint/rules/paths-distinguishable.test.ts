import { goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

/** A document with these paths and nothing on them. */
const withPaths = (...paths: readonly string[]) =>
  `openapi: 3.1.1\ninfo: { title: Things, version: 2.0.0 }\npaths:\n${paths.map((path) => `  ${path}: {}\n`).join('')}`

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
