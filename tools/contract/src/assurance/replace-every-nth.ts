import type { HttpResponse, SendRequest, HttpRequest } from './http-client.ts'

/** Replaces the response to every nth matching request, to test that a verification finds the fault. */
export const replaceEveryNth =
  (n: number, matches: (call: HttpRequest) => boolean, replacement: (call: HttpRequest, send: SendRequest) => Promise<HttpResponse>) =>
  (send: SendRequest): SendRequest => {
    let seen = 0
    return (call) => (matches(call) && (seen += 1) % n === 0 ? replacement(call, send) : send(call))
  }
