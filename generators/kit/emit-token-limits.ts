import type { ApiModel } from '../model/api-model.ts'
import { banner } from './banner.ts'
import { emitLiteral } from './emit-literal.ts'
import { getSeconds } from './get-seconds.ts'
import type { GeneratedFile } from './generated-file.ts'

/** Emits the rate limits of every token: `{ hourly: { limit, seconds }, burst: … }`. */
export function emitTokenLimits(generator: string, path: string, model: ApiModel): GeneratedFile {
  const limits = model.apis.flatMap(({ rateLimits }) => rateLimits)
  const rows = Object.fromEntries(limits.map(({ name, limit, window }) => [name, { limit, seconds: getSeconds(window) }]))
  return {
    path,
    text: `${banner(generator)}/** Rate limits of every token. */\nexport const tokenLimits = ${emitLiteral(rows)} as const\n`,
  }
}
