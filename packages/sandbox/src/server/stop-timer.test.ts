import { expect, it } from 'vitest'
import { createStopTimer } from './stop-timer.ts'

/** When it is over, looked at every 20 ms, with a probe that answers after so many. */
async function endsAfter(unanswered: number, answersAfter: ((lastProbeAt: number) => number | undefined) | undefined): Promise<number> {
  let now = 0
  let job: { readonly at: number; readonly answer: () => void } | undefined
  const probe = (takes: number | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (takes === undefined) reject(new Error('away'))
      else job = { at: now + takes, answer: resolve }
    })
  const patience = createStopTimer(answersAfter && (() => probe(answersAfter(now))), () => now)
  for (; !patience.isExpired(unanswered); now += 20) {
    if (job && now >= job.at) {
      job.answer()
      job = undefined
    }
    await new Promise(setImmediate)
  }
  return now
}

it.each([
  { name: 'nothing is waited for', unanswered: 0, probe: () => 10, expected: 1020 },
  { name: 'answers wait for nothing that can be asked', unanswered: 2, probe: undefined, expected: 1020 },
  { name: 'what they wait for is silent', unanswered: 2, probe: () => Infinity, expected: 1020 },
  { name: 'what they wait for is away', unanswered: 2, probe: () => undefined, expected: 1020 },
  { name: 'it answers each time, slowly', unanswered: 2, probe: () => 700, expected: 15_020 },
])('a stop in which $name is over after $expected ms', async ({ unanswered, probe, expected }) => {
  expect(await endsAfter(unanswered, probe)).toBe(expected)
})

it('extends the wait after each successful probe', async () => {
  expect(await endsAfter(1, (lastProbeAt) => (lastProbeAt < 3000 ? 100 : Infinity))).toBeGreaterThan(3500)
})
