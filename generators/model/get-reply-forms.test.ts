import { describe, expect, it } from 'vitest'
import type { MediaType, Reply } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { getReplyForms } from './get-reply-forms.ts'

const refTo = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` })
const media = (schema: SchemaObject, mediaType = 'application/json'): MediaType => ({ mediaType, schema, examples: [] })
const body = (schema: SchemaObject) => ({ required: true, content: [media(schema)] })
const reply = (...content: MediaType[]): Reply[] => [{ status: '201', description: 'Created.', headers: [], content }]

const several = body({ oneOf: [refTo('BoatCreate'), refTo('FleetCreate')] })

describe('getReplyForms', () => {
  it('pairs the branches of two unions by name', () => {
    const created = reply(media({ oneOf: [refTo('BoatCreated'), refTo('FleetCreated')] }))
    expect(getReplyForms(several, created)).toEqual([
      { body: refTo('BoatCreate'), reply: media(refTo('BoatCreated')) },
      { body: refTo('FleetCreate'), reply: media(refTo('FleetCreated')) },
    ])
  })

  it('pairs `stream` with events', () => {
    const stream = media({ type: 'string' }, 'text/event-stream')
    const whole = media(refTo('Answer'))
    const flag = (value: SchemaObject, required: string[]) => ({
      allOf: [refTo('Question'), { type: 'object', properties: { stream: value }, required }],
    })
    expect(getReplyForms(body(refTo('Question')), reply(whole, stream))).toEqual([
      { body: flag({ enum: [false, null] }, []), reply: whole },
      { body: flag({ const: true }, ['stream']), reply: stream },
    ])
  })

  it.each([
    { what: 'one response for all bodies', input: [several, reply(media(refTo('Boat')))] as const },
    { what: 'a union with other names', input: [several, reply(media({ oneOf: [refTo('Boat'), refTo('Fleet')] }))] as const },
    { what: 'an operation without a body', input: [undefined, reply(media(refTo('Boat')))] as const },
  ])('returns none for $what', ({ input: [requestSchema, replies] }) => {
    expect(getReplyForms(requestSchema, replies)).toEqual([])
  })
})
