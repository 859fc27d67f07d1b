import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import type { MediaType, Reply } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { getReplyForms } from './get-reply-forms.ts'

const source = { file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats/post/x-reply-by' }
const refTo = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` })
const media = (schema: SchemaObject, mediaType = 'application/json'): MediaType => ({ mediaType, schema, examples: [] })
const body = (schema: SchemaObject) => ({ required: true, content: [media(schema)] })
const reply = (...content: MediaType[]): Reply[] => [{ status: '201', description: 'Made.', headers: [], content }]

const several = body({ oneOf: [refTo('Boat'), refTo('Fleet')] })
const made = reply(media({ oneOf: [refTo('BoatMade'), refTo('FleetMade')] }))

describe('getReplyForms', () => {
  it('pairs the branches of two unions', () => {
    expect(getReplyForms({ Boat: 'BoatMade', Fleet: 'FleetMade' }, several, made, source)).toEqual([
      { body: refTo('Boat'), reply: media(refTo('BoatMade')) },
      { body: refTo('Fleet'), reply: media(refTo('FleetMade')) },
    ])
  })

  it('recognizes a flag that selects another media type', () => {
    const stream = media({ type: 'string' }, 'text/event-stream')
    const whole = media(refTo('Answer'))
    const flag = (value: SchemaObject, required: string[]) => ({
      allOf: [refTo('Question'), { type: 'object', properties: { stream: value }, required }],
    })
    expect(getReplyForms({ stream: 'text/event-stream' }, body(refTo('Question')), reply(whole, stream), source)).toEqual([
      { body: flag({ enum: [false, null] }, []), reply: whole },
      { body: flag({ const: true }, ['stream']), reply: stream },
    ])
  })

  it.each([
    { input: { Ship: 'BoatMade' }, expected: 'x-reply-by maps Ship to BoatMade' },
    { input: { Boat: 'ShipMade' }, expected: 'x-reply-by maps Boat to ShipMade' },
    { input: { stream: 'text/event-stream' }, expected: 'x-reply-by maps stream to text/event-stream' },
  ])('rejects $input, which does not exist', ({ input, expected }) => {
    expect(catchSpecError(() => getReplyForms(input, several, made, source))?.message).toContain(expected)
  })

  it('rejects an operation without a body', () => {
    expect(catchSpecError(() => getReplyForms({ Boat: 'BoatMade' }, undefined, made, source))?.message).toContain('needs a JSON body')
  })
})
