/** Compares the current state with the seed data, or with another world. */
import { Failure } from '../engine/failure.ts'
import { WorldError } from '../worlds/world-error.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'
import { showComparison } from './show-comparison.ts'

export const worldAnswers = {
  'POST /_sandbox/world/diff': ({ body: { world } }, { compareWithInitialState, platform }) => {
    try {
      return replyJson(showComparison(compareWithInitialState(world), platform))
    } catch (error) {
      if (error instanceof WorldError) throw new Failure(422, `world: ${error.message}`)
      throw error
    }
  },
} satisfies Partial<ControlAnswers>
