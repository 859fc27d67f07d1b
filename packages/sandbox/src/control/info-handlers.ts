import type { Value } from '../engine/values.ts'
import type { Dependencies } from '../dependencies.ts'
import { defaultReference } from '../options.ts'
import { formatClock } from './clock-handlers.ts'
import { handleConsole } from './handle-console.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { listEnvironment } from './client-variables.ts'
import { findSetting } from '../store/settings.ts'

function describe(origin: string, { credentials, clock, options, platform, services }: Dependencies): Value {
  const running = services?.() ?? []
  return {
    ...credentials(),
    base_url: origin,
    base_urls: { control: origin, oauth: `${origin}/v1/oauth`, inference: origin, agent: origin, tools: `${origin}/tools` },
    reference_url: options.referenceUrl ?? defaultReference,
    environment: listEnvironment(origin, credentials(), running),
    services: running.map(({ name, urls }) => ({ name, urls })),
    world: findSetting(platform.store, 'world') ?? 'empty',
    rate_limits: options.rateLimits ?? 'on',
    action_seconds: options.actionSeconds ?? null,
    state: options.state ?? null,
    clock: formatClock(clock),
  }
}

export const infoHandlers = {
  'GET /_sandbox': ({ origin }) => handleConsole('/_sandbox', origin),
  'GET /_sandbox/info': ({ origin }, dependencies) => replyJson(describe(origin, dependencies)),
  'POST /_sandbox/reset': (_request, { reset }) => {
    reset()
    return replyJson({})
  },
} satisfies Partial<ControlHandlers>
