/** Compares the current state with the seed data, or with another world. */
import { Failure } from '../engine/failure.ts'
import { WorldError } from '../worlds/world-error.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { serializeComparison } from './serialize-comparison.ts'

export const worldHandlers = {
  'POST /_sandbox/world/diff': ({ body: { world } }, { compareWithInitialState, platform }) => {
    try {
      return replyJson(serializeComparison(compareWithInitialState(world), platform))
    } catch (error) {
      if (error instanceof WorldError) throw new Failure(422, `world: ${error.message}`)
      throw error
    }
  },
} satisfies Partial<ControlHandlers>
