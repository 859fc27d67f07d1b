import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('union-form', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'accepts objects that each require a distinct property',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ $ref: '#/components/schemas/ThingResponse' }, { $ref: '#/components/schemas/ThingList' }] }",
    }),
    expected: [],
  },
  {
    name: 'accepts different types',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    }),
    expected: [],
  },
  {
    name: 'catches types that overlap',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ type: number }, { type: integer }] }',
    }),
    expected: [
      [
        '#/components/schemas/Thing/properties/extra/oneOf/0',
        'Expected distinguishable branches of `oneOf`; found branch 1, which overlaps with another branch',
      ],
      ['#/components/schemas/Thing/properties/extra/oneOf/1', 'found branch 2, which overlaps'],
    ],
  },
  {
    name: 'catches an object with the same properties as another',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/ThingCreate' }] }",
    }),
    expected: [
      [
        '#/components/schemas/Thing/properties/extra/oneOf/1',
        'found ThingCreate, which overlaps with another branch. Add a `discriminator`',
      ],
    ],
  },
  {
    name: 'accepts a discriminator with a constant in each branch',
    input: edit(goodDocument, {
      '  examples:\n    Thing:':
        '    Left: { type: object, description: L., required: [side], properties: { side: { const: l, description: S. } } }\n    Right: { type: object, description: R., required: [side], properties: { side: { type: string, enum: [r], description: S. } } }\n  examples:\n    Thing:',
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { description: Either., oneOf: [{ $ref: '#/components/schemas/Left' }, { $ref: '#/components/schemas/Right' }], discriminator: { propertyName: side } }",
    }),
    expected: [],
  },
  {
    name: 'catches a branch without a constant discriminator',
    input: edit(goodDocument, {
      '  examples:\n    Thing:':
        '    Left: { type: object, description: L., required: [side], properties: { side: { type: string, description: S. } } }\n    Right: { type: object, description: R., properties: { side: { const: r, description: S. } } }\n  examples:\n    Thing:',
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { description: Either., oneOf: [{ $ref: '#/components/schemas/Left' }, { $ref: '#/components/schemas/Right' }], discriminator: { propertyName: side } }",
    }),
    expected: [
      [
        '#/components/schemas/Thing/properties/extra/oneOf/0',
        'Expected Left to require `side` as a `const` or an `enum`; found one that can have any value',
      ],
      [
        '#/components/schemas/Thing/properties/extra/oneOf/1',
        'Expected Right to require `side` as a `const` or an `enum`; found an optional one',
      ],
    ],
  },
  {
    name: 'catches an inline branch under a discriminator',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ type: object, required: [a], properties: { a: { const: 1 } } }], discriminator: { propertyName: a } }',
    }),
    expected: [
      ['#/components/schemas/Thing/properties/extra/oneOf/0', 'Expected each branch under a discriminator to be a `$ref`; found branch 1'],
    ],
  },
  {
    name: 'catches anyOf',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { anyOf: [{ type: string }] }',
    }),
    expected: [['#/components/schemas/Thing/properties/extra/anyOf', 'Expected a schema without `anyOf`; found one with it. Use `oneOf`']],
  },
  {
    name: 'catches keywords of OpenAPI 3.0',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { type: integer, nullable: true, readOnly: true, writeOnly: true, format: int64 }',
    }),
    expected: [
      ['#/components/schemas/Thing/properties/extra/nullable', "without `nullable`; found one with it. Write `type: [x, 'null']`."],
      ['#/components/schemas/Thing/properties/extra/readOnly', 'without `readOnly`'],
      ['#/components/schemas/Thing/properties/extra/writeOnly', 'without `writeOnly`'],
      ['#/components/schemas/Thing/properties/extra/format', 'Expected an integer without a format; found `format: int64`'],
    ],
  },
  {
    name: 'catches allOf that only adds annotations',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { allOf: [{ $ref: '#/components/schemas/ThingCreate' }, { description: Mine. }] }",
    }),
    expected: [
      [
        '#/components/schemas/Thing/properties/extra/allOf',
        'Expected `allOf` to compose at least two schemas; found `#/components/schemas/ThingCreate`, `description`. Use `$ref` with the other keywords next to it.',
      ],
    ],
  },
  {
    name: 'accepts allOf of two schemas',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { allOf: [{ $ref: '#/components/schemas/ThingCreate' }, { $ref: '#/components/schemas/ThingResponse' }] }",
    }),
    expected: [],
  },
])
