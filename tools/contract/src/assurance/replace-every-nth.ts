import type { HttpResponse, SendRequest, HttpRequest } from './http-client.ts'

/** Replaces the response to every nth matching request, to test that a verification finds the fault. */
export const replaceEveryNth =
  (times: number, matches: (call: HttpRequest) => boolean, instead: (call: HttpRequest, ask: SendRequest) => Promise<HttpResponse>) =>
  (ask: SendRequest): SendRequest => {
    let seen = 0
    return (call) => (matches(call) && (seen += 1) % times === 0 ? instead(call, ask) : ask(call))
  }
