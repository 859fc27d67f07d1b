import { type ControlHandlers, replyJson } from '../control-handler.ts'
import { applyDrift } from './apply-drift.ts'

export const driftHandlers = {
  'POST /_sandbox/drift': ({ body }, dependencies) => replyJson(applyDrift(body, dependencies)),
} satisfies Partial<ControlHandlers>
