import type { ControlAnswers } from './control-answer.ts'
import type { Topic } from './events.ts'

export const eventAnswers = {
  'GET /_sandbox/events': ({ query: { topics = 'actions,failures,changes' } }, { events }) => ({
    // The validator has checked the topics.
    body: events.stream(topics.split(',') as Topic[]),
    type: 'text/event-stream',
    headers: { 'cache-control': 'no-store' },
  }),
} satisfies Partial<ControlAnswers>
