import { type ControlAnswers, replyJson } from './control-answer.ts'

export const watchAnswers = {
  'GET /_sandbox/requests': (_request, { requests }) => replyJson({ requests: requests.list() }),
  'DELETE /_sandbox/requests': (_request, { requests }) => {
    requests.clear()
    return replyJson({ requests: [] })
  },
  'GET /_sandbox/events': (_request, { events }) => ({
    body: events.stream(),
    type: 'text/event-stream',
    headers: { 'cache-control': 'no-store' },
  }),
} satisfies Partial<ControlAnswers>
