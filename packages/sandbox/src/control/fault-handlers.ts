import type { Dependencies } from '../dependencies.ts'
import { Failure } from '../engine/failure.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { faultPresets } from './fault-presets.ts'
import { parseFault } from './parse-fault.ts'

export const faultHandlers = {
  'GET /_sandbox/faults': (_request, { faults }) => replyJson({ faults: faults.list() }),
  'POST /_sandbox/faults': ({ body }, dependencies) => {
    dependencies.faults.add(parseFault(body))
    return publishFaults(dependencies)
  },
  'DELETE /_sandbox/faults': (_request, dependencies) => {
    dependencies.faults.clear()
    return publishFaults(dependencies)
  },
  'GET /_sandbox/faults/presets': () => replyJson({ presets: faultPresets }),
  'DELETE /_sandbox/faults/{fault_id}': ({ path }, dependencies) => {
    if (!dependencies.faults.remove(path.fault_id)) throw new Failure(404, 'No active fault has this id. GET /_sandbox/faults lists them.')
    return publishFaults(dependencies)
  },
} satisfies Partial<ControlHandlers>

function publishFaults({ faults, events }: Dependencies) {
  const list = { faults: faults.list() }
  events.publish('faults', 'faults', list)
  return replyJson(list)
}
