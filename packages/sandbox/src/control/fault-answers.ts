import { type ControlAnswers, replyJson } from './control-answer.ts'
import { readFault } from './read-fault.ts'

export const faultAnswers = {
  'GET /_sandbox/faults': (_request, { faults }) => replyJson({ faults: faults.list() }),
  'POST /_sandbox/faults': ({ body }, { faults }) => {
    faults.add(readFault(body))
    return replyJson({ faults: faults.list() })
  },
  'DELETE /_sandbox/faults': (_request, { faults }) => {
    faults.clear()
    return replyJson({ faults: [] })
  },
} satisfies Partial<ControlAnswers>
