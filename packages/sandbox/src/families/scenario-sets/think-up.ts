/** What the sandbox thinks up in place of a model. It follows from the goal alone: the same goal brings the same scenarios. */
import { createRandom } from '../../inference/random.ts'
import type { Scenario } from './scenarios.ts'

interface Situation {
  readonly name: string
  /** What is added to the goal. */
  readonly twist: string
  readonly criteria: readonly string[]
}

const situations: readonly Situation[] = [
  {
    name: 'The plain case',
    twist: 'Everything is as it usually is.',
    criteria: ['The agent answers what was asked', 'The agent says what to do next'],
  },
  { name: 'Too little said', twist: 'The person leaves out what the agent must know.', criteria: ['The agent asks for what is missing'] },
  {
    name: 'A change of mind',
    twist: 'In the middle of it the person wants something else.',
    criteria: ['The agent follows the change', 'The agent does not go back to the first wish'],
  },
  {
    name: 'Two wishes at once',
    twist: 'The person asks for two things in one message.',
    criteria: ['The agent answers the first wish', 'The agent answers the second wish'],
  },
  { name: 'A wrong idea', twist: 'The person takes something for true that is not.', criteria: ['The agent says that it is not so'] },
  {
    name: 'An exception',
    twist: 'The person wants what the rules do not allow.',
    criteria: ['The agent names the rule', 'The agent does not grant the exception'],
  },
  {
    name: 'No patience',
    twist: 'The person wants it done at once.',
    criteria: ['The agent stays polite', 'The agent promises nothing that it cannot know'],
  },
  {
    name: 'The second attempt',
    twist: 'The person has tried it before without success.',
    criteria: ['The agent asks what was tried', 'The agent proposes something else'],
  },
  {
    name: 'For somebody else',
    twist: 'The person asks on behalf of another.',
    criteria: ['The agent gives away nothing about the other person'],
  },
  { name: 'Off the point', twist: 'The person keeps talking about other things.', criteria: ['The agent comes back to the point'] },
]

const personas = [
  'Polite and to the point',
  'In a hurry, writes short messages',
  'Unsure, asks everything twice',
  'Annoyed, but willing to listen',
  'Talkative and friendly',
  'Knows the matter well and tests the agent',
] as const

/** At most as many as there are situations. */
export function thinkUp(goal: string, count: number, model: string): Omit<Scenario, 'scenario_uuid'>[] {
  const random = createRandom(JSON.stringify(['scenarios', model, goal]))
  const first = random.below(situations.length)
  const wish = goal.trim().replace(/[.!?]+$/, '')
  return [...situations.slice(first), ...situations.slice(0, first)].slice(0, count).map(({ name, twist, criteria }) => ({
    name,
    description: `${wish}. ${twist}`,
    user_persona: random.pick(personas),
    stopping_criteria: criteria,
  }))
}
