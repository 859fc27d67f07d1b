import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const answer = (text: string) => ({ '          description: The new thing.\n': `          description: The new thing.\n${text}` })
const union =
  "          content:\n            application/json:\n              schema: { description: One or all., oneOf: [{ $ref: '#/components/schemas/ThingResponse' }, { $ref: '#/components/schemas/ThingList' }] }\n"
const streamed =
  "          content:\n            application/json: { schema: { $ref: '#/components/schemas/ThingResponse' } }\n            text/event-stream: { schema: { type: string, description: Events. } }\n"
const replyBy = {
  '      x-effect: { creates: Thing }\n': '      x-effect: { creates: Thing }\n      x-reply-by: { now: text/event-stream }\n',
}
const expected: [string, string][] = [
  ['#/paths/~1v2~1things/post/operationId', 'Expected things_create to map request bodies to replies with `x-reply-by`; found none'],
]

testRule('reply-by-present', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  { name: 'catches a reply with several schemas', input: edit(goodDocument, answer(union)), expected },
  { name: 'catches a reply that can be a stream', input: edit(goodDocument, answer(streamed)), expected },
  { name: 'accepts a reply with `x-reply-by`', input: edit(goodDocument, { ...answer(streamed), ...replyBy }), expected: [] },
])
