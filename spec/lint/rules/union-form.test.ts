import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('union-form', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'accepts objects that each require a property of their own',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ $ref: '#/components/schemas/ThingResponse' }, { $ref: '#/components/schemas/ThingList' }] }",
    }),
    want: [],
  },
  {
    name: 'accepts different types',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    }),
    want: [],
  },
  {
    name: 'catches types that overlap',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ type: number }, { type: integer }] }',
    }),
    want: [
      [
        '#/components/schemas/Thing/properties/extra/oneOf/0',
        'Expected branches of `oneOf` that cannot be confused; came branch 1, which another branch may match too',
      ],
      ['#/components/schemas/Thing/properties/extra/oneOf/1', 'came branch 2'],
    ],
  },
  {
    name: 'catches an object whose properties another has',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/ThingCreate' }] }",
    }),
    want: [
      [
        '#/components/schemas/Thing/properties/extra/oneOf/1',
        'came ThingCreate, which another branch may match too. Add a `discriminator`',
      ],
    ],
  },
  {
    name: 'accepts a discriminator whose property each branch fixes',
    given: edit(goodDocument, {
      '  examples:\n    Thing:':
        '    Left: { type: object, description: L., required: [side], properties: { side: { const: l, description: S. } } }\n    Right: { type: object, description: R., required: [side], properties: { side: { type: string, enum: [r], description: S. } } }\n  examples:\n    Thing:',
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { description: Either., oneOf: [{ $ref: '#/components/schemas/Left' }, { $ref: '#/components/schemas/Right' }], discriminator: { propertyName: side } }",
    }),
    want: [],
  },
  {
    name: 'catches a branch that does not fix the property',
    given: edit(goodDocument, {
      '  examples:\n    Thing:':
        '    Left: { type: object, description: L., required: [side], properties: { side: { type: string, description: S. } } }\n    Right: { type: object, description: R., properties: { side: { const: r, description: S. } } }\n  examples:\n    Thing:',
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { description: Either., oneOf: [{ $ref: '#/components/schemas/Left' }, { $ref: '#/components/schemas/Right' }], discriminator: { propertyName: side } }",
    }),
    want: [
      [
        '#/components/schemas/Thing/properties/extra/oneOf/0',
        'Expected Left to require `side` as a `const` or an `enum`; came one that may have any value',
      ],
      [
        '#/components/schemas/Thing/properties/extra/oneOf/1',
        'Expected Right to require `side` as a `const` or an `enum`; came one that is not required',
      ],
    ],
  },
  {
    name: 'catches a branch without a name under a discriminator',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { oneOf: [{ type: object, required: [a], properties: { a: { const: 1 } } }], discriminator: { propertyName: a } }',
    }),
    want: [
      ['#/components/schemas/Thing/properties/extra/oneOf/0', 'Expected each branch under a discriminator to be a `$ref`; came branch 1'],
    ],
  },
  {
    name: 'catches anyOf',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { anyOf: [{ type: string }] }',
    }),
    want: [['#/components/schemas/Thing/properties/extra/anyOf', 'Expected a schema without `anyOf`; came one with it. Use `oneOf`']],
  },
  {
    name: 'catches the ways of OpenAPI 3.0',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { type: integer, nullable: true, readOnly: true, writeOnly: true, format: int64 }',
    }),
    want: [
      ['#/components/schemas/Thing/properties/extra/nullable', "without `nullable`; came one with it. Write `type: [x, 'null']`."],
      ['#/components/schemas/Thing/properties/extra/readOnly', 'without `readOnly`'],
      ['#/components/schemas/Thing/properties/extra/writeOnly', 'without `writeOnly`'],
      ['#/components/schemas/Thing/properties/extra/format', 'Expected an integer without a format; came `format: int64`'],
    ],
  },
  {
    name: 'catches allOf that only adds words',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { allOf: [{ $ref: '#/components/schemas/ThingCreate' }, { description: Mine. }] }",
    }),
    want: [
      [
        '#/components/schemas/Thing/properties/extra/allOf',
        'Expected `allOf` to compose at least two schemas; came `#/components/schemas/ThingCreate`, `description`. Write `$ref` with the other keywords beside it.',
      ],
    ],
  },
  {
    name: 'accepts allOf that composes',
    given: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        "id: { type: integer, description: Given by the server., examples: [1] }\n        extra: { allOf: [{ $ref: '#/components/schemas/ThingCreate' }, { $ref: '#/components/schemas/ThingResponse' }] }",
    }),
    want: [],
  },
])
