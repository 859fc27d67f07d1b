import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const replyWith = (text: string) => ({ '          description: The new thing.\n': `          description: The new thing.\n${text}` })
const union =
  "          content:\n            application/json:\n              schema: { description: One or all., oneOf: [{ $ref: '#/components/schemas/ThingResponse' }, { $ref: '#/components/schemas/ThingList' }] }\n"
const streamed =
  "          content:\n            application/json: { schema: { $ref: '#/components/schemas/ThingResponse' } }\n            text/event-stream: { schema: { type: string, description: Events. } }\n"
const stream = {
  "        name: { type: string, description: 'What to call it":
    "        stream: { type: boolean, description: True for events., examples: [true] }\n        name: { type: string, description: 'What to call it",
}
const at = '#/paths/~1v2~1things/post/operationId'

testRule('reply-forms', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a reply with several schemas that the request does not decide',
    input: edit(goodDocument, replyWith(union)),
    expected: [[at, 'Expected the request of things_create to decide its reply; found a union without pairs']],
  },
  {
    name: 'catches a stream that the request does not decide',
    input: edit(goodDocument, replyWith(streamed)),
    expected: [[at, 'Expected the request of things_create to decide whether it streams; found no `stream`']],
  },
  { name: 'accepts a stream that the request decides', input: edit(goodDocument, { ...replyWith(streamed), ...stream }), expected: [] },
])
