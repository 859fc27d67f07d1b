/** A document that passes every rule of spec/README.md. Tests use `edit` to break one rule at a time. */
export const goodDocument = `openapi: 3.1.1
info: { title: Things, version: 2.0.0 }
tags:
  - name: Things
    description: What the tests are about. It can be made, read, changed, switched off and deleted.
paths:
  /v2/things:
    get:
      operationId: things_list
      summary: List things
      description: All of them, newest first.
      parameters:
        - name: region
          in: query
          description: Only what is in this region.
          schema: { type: string }
          example: nyc3
      responses:
        '200':
          description: One page.
      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]
      x-effect: { lists: Thing, by: [region] }
    post:
      operationId: things_create
      summary: Create a thing
      description: It is switched on within a minute.
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/ThingCreate' }
            examples: { plain: { value: { name: lamp } } }
      responses:
        '201':
          description: The new thing.
      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]
      x-effect: { creates: Thing }
  /v2/things/{thing_id}:
    parameters:
      - name: thing_id
        in: path
        required: true
        description: Which one.
        schema: { type: integer }
        example: 1
    delete:
      operationId: things_delete
      summary: Delete a thing
      description: It cannot be brought back.
      responses:
        '204':
          description: It is gone.
      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:delete'] }]
      x-effect:
        { deletes: Thing, starts: { types: [switch_off], resource-type: thing, locks: [Thing], duration: PT5S } }
components:
  schemas:
    Thing:
      description: Whatever the tests need.
      required: [id, name, status]
      properties:
        id: { type: integer, description: Given by the server., examples: [1] }
        name: { type: string, description: Free text., examples: [lamp] }
        status: { type: string, enum: [new, on, off], description: Whether it shines. }
      x-resource: { one: thing, many: things, urn: 'do:thing:{id}', unique: [name] }
      x-lifecycle:
        initial: new
        transitions:
          - { from: new, to: on, on: create, after: PT60S }
          - { from: on, to: off, on: switch_off }
    ThingCreate:
      description: What to make.
      required: [name]
      properties:
        name: { type: string, description: 'What to call it, one word.', examples: [lamp], x-provenance: { from: ours, note: One word is our limit. } }
    ThingResponse:
      description: One thing under its root.
      properties:
        thing: { $ref: '#/components/schemas/Thing' }
    ThingList:
      description: One page of things.
      properties:
        things: { description: Those on this page., items: { $ref: '#/components/schemas/Thing' } }
  examples:
    Thing: { summary: A lamp, value: { thing: { id: 1, name: lamp, status: on } } }
    ThingList: { summary: The only lamp, value: { things: [{ id: 1, name: lamp, status: on }], meta: { total: 1 } } }
`

/** Replaces the first occurrence of each key in `text` with its value. Throws if a key does not occur. */
export function edit(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((current, [from, to]) => {
    if (!current.includes(from)) throw new Error(`The document has no "${from}" to replace.`)
    return current.replace(from, () => to)
  }, text)
}

/** The good document with explicit replies, so that tests can break them. */
export const wholeReplies = edit(goodDocument, {
  '          description: One page.\n': `          description: One page.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/ThingList' }
              examples: { things: { $ref: '#/components/examples/ThingList' } }
`,
  '          description: The new thing.\n': `          description: The new thing.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/ThingResponse' }
              examples: { thing: { $ref: '#/components/examples/Thing' } }
`,
  '      description: One thing under its root.\n': '      description: One thing under its root.\n      required: [thing]\n',
  '      description: One page of things.\n': '      description: One page of things.\n      required: [things, meta]\n',
  "        things: { description: Those on this page., items: { $ref: '#/components/schemas/Thing' } }\n": `        things: { type: array, description: Those on this page., items: { $ref: '#/components/schemas/Thing' } }
        links: { $ref: ../shared/collections.yaml#/components/schemas/Links }
        meta: { $ref: ../shared/collections.yaml#/components/schemas/Meta }
`,
})
