import type { Answer, Ask, Call } from './http-client.ts'

/** Answers every nth of these calls as no server may, to show that it is found out. */
export const everyNth =
  (times: number, matches: (call: Call) => boolean, instead: (call: Call, ask: Ask) => Promise<Answer>) =>
  (ask: Ask): Ask => {
    let seen = 0
    return (call) => (matches(call) && (seen += 1) % times === 0 ? instead(call, ask) : ask(call))
  }
