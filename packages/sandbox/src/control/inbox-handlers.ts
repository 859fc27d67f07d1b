/** Messages that the service `notifications` received or sent. */
import { type ControlHandlers, replyJson } from './control-handler.ts'

export const inboxHandlers = {
  'GET /_sandbox/inbox': (_request, { inbox }) => replyJson({ is_running: inbox?.() !== undefined, messages: inbox?.()?.list() ?? [] }),
  'DELETE /_sandbox/inbox': (_request, { inbox }) => {
    inbox?.()?.clear()
    return replyJson({ is_running: inbox?.() !== undefined, messages: [] })
  },
} satisfies Partial<ControlHandlers>
