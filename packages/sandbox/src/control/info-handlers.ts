import type { Value } from '../engine/values.ts'
import type { Dependencies } from '../dependencies.ts'
import { defaultReference } from '../options.ts'
import { parseClock } from './clock-answers.ts'
import { answerConsole } from './console-files.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'
import { listEnvironment } from './client-variables.ts'
import { findSetting } from '../store/settings.ts'

function describe(origin: string, { credentials, clock, options, platform }: Dependencies): Value {
  return {
    ...credentials(),
    base_url: origin,
    base_urls: { control: origin, oauth: `${origin}/v1/oauth`, inference: origin, agent: origin, tools: `${origin}/tools` },
    reference_url: options.referenceUrl ?? defaultReference,
    environment: listEnvironment(origin, credentials()),
    world: findSetting(platform.store, 'world') ?? 'empty',
    rate_limits: options.rateLimits ?? 'on',
    action_seconds: options.actionSeconds ?? null,
    state: options.state ?? null,
    clock: parseClock(clock),
  }
}

export const infoAnswers = {
  'GET /_sandbox': ({ origin }) => answerConsole('/_sandbox', origin),
  'GET /_sandbox/info': ({ origin }, dependencies) => replyJson(describe(origin, dependencies)),
  'POST /_sandbox/reset': (_request, { reset }) => {
    reset()
    return replyJson({})
  },
} satisfies Partial<ControlAnswers>
