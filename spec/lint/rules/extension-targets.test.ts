import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('extension-targets', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches an effect on an unknown schema',
    input: edit(goodDocument, { '{ creates: Thing }': '{ creates: Thingy }' }),
    expected: [
      ['#/paths/~1v2~1things/post/x-effect/creates', 'Expected the name of a schema component; found `Thingy`, which no document has'],
    ],
  },
  {
    name: 'catches `by` that names no query parameter',
    input: edit(goodDocument, { 'by: [region]': 'by: [zone]' }),
    expected: [
      ['#/paths/~1v2~1things/get/x-effect/by/0', 'Expected `by` to name a query parameter (`region`, `per_page`, `page`); found `zone`'],
    ],
  },
  {
    name: 'catches a label of a series that names no query parameter',
    input: edit(goodDocument, { '{ lists: Thing, by: [region] }': '{ measures: Thing, by: [region], series: { labels: [zone] } }' }),
    expected: [['#/paths/~1v2~1things/get/x-effect/series/labels/0', 'Expected `labels` to name a query parameter']],
  },
  {
    name: 'catches a reference to a schema that is no resource',
    input: edit(goodDocument, { 'x-provenance: { from: ours, note: One word is our limit. }': 'x-refers: { to: ThingCreate }' }),
    expected: [
      ['#/components/schemas/ThingCreate/properties/name/x-refers/to', 'Expected a schema with `x-resource`; found `ThingCreate`'],
    ],
  },
  {
    name: 'catches the message for a missing object on a schema that is no resource',
    input: edit(goodDocument, {
      '      description: What to make.\n': '      description: What to make.\n      x-messages: { missing: thing not found }\n',
    }),
    expected: [
      ['#/components/schemas/ThingCreate/x-messages', 'Expected `missing` and `taken` next to `x-resource`; found no `x-resource`'],
    ],
  },
  {
    name: 'catches a lock on an unknown schema',
    input: edit(goodDocument, { 'locks: [Thing]': 'locks: [Lamp]' }),
    expected: [['#/paths/~1v2~1things~1{thing_id}/delete/x-effect/starts/locks/0', 'found `Lamp`, which no document has']],
  },
  {
    name: 'catches unknown fields',
    input: edit(goodDocument, {
      'many: things, urn': 'many: things, id: { field: uuid, kind: uuid }, urn',
      'unique: [name]': 'unique: [label]',
      'do:thing:{id}': 'do:thing:{slug}',
    }),
    expected: [
      ['#/components/schemas/Thing/x-resource/id/field', 'Expected a property of Thing (`id`, `name`, `status`); found `uuid`'],
      ['#/components/schemas/Thing/x-resource/unique/0', 'found `label`'],
      ['#/components/schemas/Thing/x-resource/urn', 'found `slug`'],
    ],
  },
  {
    name: 'catches an unknown parent',
    input: edit(goodDocument, { 'unique: [name] }': 'parent: House }' }),
    expected: [['#/components/schemas/Thing/x-resource/parent', 'found `House`']],
  },
  {
    name: 'catches states that the field cannot have',
    input: edit(goodDocument, { 'initial: new': 'initial: fresh', 'from: on, to: off': 'from: [on, dim], to: off' }),
    expected: [
      ['#/components/schemas/Thing/x-lifecycle/initial', 'Expected a state that `status` can have (`new`, `on`, `off`); found `fresh`'],
      ['#/components/schemas/Thing/x-lifecycle/transitions/1/from', 'found `dim`'],
      ['#/components/schemas/Thing/x-lifecycle', 'found none to `new`'],
    ],
  },
  {
    name: 'catches a state that no transition leads to',
    input: edit(goodDocument, { 'from: on, to: off': 'from: on, to: on' }),
    expected: [
      [
        '#/components/schemas/Thing/x-lifecycle',
        'Expected a transition to every state of `status`; found none to `off`. Add a transition, or name the state under `set-by`.',
      ],
    ],
  },
  {
    name: 'accepts a state that a transition may lead to instead, and one under `set-by`',
    input: edit(goodDocument, {
      'enum: [new, on, off]': 'enum: [new, on, off, lost, gone]',
      'from: on, to: off': 'from: on, to: off, or: lost',
      'initial: new': 'initial: new\n        set-by: { fault: [gone] }',
    }),
    expected: [],
  },
  {
    name: 'catches a transition on an unknown event',
    input: edit(goodDocument, { 'on: switch_off': 'on: switch_away' }),
    expected: [
      [
        '#/components/schemas/Thing/x-lifecycle/transitions/1/on',
        'Expected `on` to be `create`, the type of an action or an operationId; found `switch_away`',
      ],
    ],
  },
  {
    name: 'catches open values of an unknown catalog',
    input: edit(goodDocument, {
      'status: { type: string, enum: [new, on, off],': 'status: { type: string, enum: [new, on, off], x-extensible-enum: Thing,',
    }),
    expected: [
      [
        '#/components/schemas/Thing/properties/status/x-extensible-enum',
        'Expected a schema whose `x-resource` has an `id` of kind `slug`; found `Thing`',
      ],
    ],
  },
  {
    name: 'accepts a tool',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n":
        "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n      x-tool: { name: thing-delete, kind: destructive, idempotent: true, calls: things_delete, arguments: { id: { to: path.thing_id, as: integer } }, aliases: { ID: id } }\n",
    }),
    expected: [],
  },
  {
    name: 'catches a tool that calls an unknown operation',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n":
        "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n      x-tool: { name: thing-delete, kind: destructive, idempotent: true, calls: things_destroy, arguments: {} }\n",
    }),
    expected: [['#/paths/~1v2~1things/post/x-tool/calls', 'found `things_destroy`, which no document has']],
  },
  {
    name: 'catches arguments without a target',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n":
        "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n      x-tool: { name: thing-delete, kind: destructive, idempotent: true, calls: things_delete, arguments: { id: path.id, now: query.now }, aliases: { ID: uuid }, require-one-of: [[id, at]] }\n",
    }),
    expected: [
      ['#/paths/~1v2~1things/post/x-tool/require-one-of/0', 'Expected one of the arguments `id`, `now`; found `at`'],
      ['#/paths/~1v2~1things/post/x-tool/aliases/ID', 'found `uuid`'],
      ['#/paths/~1v2~1things/post/x-tool/arguments/id', 'Expected a path parameter of things_delete (`thing_id`); found `id`'],
      ['#/paths/~1v2~1things/post/x-tool/arguments/now', 'Expected a query parameter of things_delete (none); found `now`'],
    ],
  },
])
