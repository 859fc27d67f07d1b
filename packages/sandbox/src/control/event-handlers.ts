import type { ControlHandlers } from './control-handler.ts'
import type { Topic } from './events.ts'

export const eventHandlers = {
  'GET /_sandbox/events': ({ query: { topics = 'actions,failures,changes' } }, { events }) => ({
    // The validator has checked the topics.
    body: events.stream(topics.split(',') as Topic[]),
    type: 'text/event-stream',
    headers: { 'cache-control': 'no-store' },
  }),
} satisfies Partial<ControlHandlers>
