/** Serverless functions that the model of an agent may call. The namespace must exist; the sandbox has no function code to check. */
import type { Handler } from '../../engine/call.ts'
import type { OperationHook } from '../../engine/hooks.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AgentFunction, requireAgent, getReferences } from './agent-state.ts'
import { formatAgentReply } from './agent-reply.ts'
import { referenceNotFound } from './model-choice.ts'
import { changeAgent, removeAttachments } from './versions.ts'

export const attachFunction: Handler<'agents_functions_attach'> = ({ path, body }, ctx) => {
  const { clock, ids, owner } = ctx
  const key = requireAgent(ctx, path.agent_uuid)
  const { functions } = getReferences(ctx, key)
  checkFunctionName(functions, body.function_name)
  const timestamp = clock.timestamp()
  const attached: AgentFunction = {
    uuid: ids.uuid('AgentFunction'),
    name: body.function_name,
    description: body.description,
    ...parseTarget(ctx, body.faas_namespace, body.faas_name),
    input_schema: body.input_schema ?? {},
    output_schema: body.output_schema ?? {},
    created_by: String(owner.number),
    created_at: timestamp,
    updated_at: timestamp,
  }
  changeAgent(ctx, key, 'attach_function', { references: { functions: [...functions, attached] } })
  const { agent } = formatAgentReply(ctx, key)
  const functionsWithKey = agent.functions?.map((each) => (each.uuid === attached.uuid ? { ...each, api_key: ids.hex(64) } : each))
  return { agent: { ...agent, functions: functionsWithKey } }
}

export const updateFunction: OperationHook<'Agent', 'agents_functions_update'> = ({ path, body }, ctx, _before, key) => {
  const { functions } = getReferences(ctx, key)
  const before = functions.find(({ uuid }) => uuid === path.function_uuid)
  if (!before) throw notFound()
  const {
    function_name: name,
    description,
    faas_namespace: namespace,
    faas_name: target,
    input_schema: input,
    output_schema: output,
  } = body
  if (name !== undefined)
    checkFunctionName(
      functions.filter((each) => each !== before),
      name,
    )
  if (namespace === undefined && target !== undefined) throw unprocessable('faas_namespace: must be given with faas_name.')
  if (namespace !== undefined && target === undefined) throw unprocessable('faas_name: must be given with faas_namespace.')
  const update: AgentFunction = {
    ...before,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(namespace !== undefined && target !== undefined && parseTarget(ctx, namespace, target)),
    // The Go client sends `parameters: null` to leave the schema unchanged.
    ...(input !== undefined && input['parameters'] !== null && { input_schema: input }),
    ...(output !== undefined && { output_schema: output ?? {} }),
  }
  const next = { ...update, updated_at: ctx.clock.timestamp() }
  changeAgent(ctx, key, 'update_function', { references: { functions: functions.map((each) => (each === before ? next : each)) } })
}

export const detachFunction: OperationHook<'Agent', 'agents_functions_detach'> = ({ path }, ctx, _before, key) => {
  if (!removeAttachments(ctx, key, 'detach_function', 'functions', ({ uuid }) => uuid !== path.function_uuid)) throw notFound()
}

function checkFunctionName(functions: readonly AgentFunction[], name: string): void {
  if (functions.some((each) => each.name === name)) throw conflict(`function_name: the agent has a function "${name}" already.`)
}

function parseTarget(
  { engine }: AccountContext,
  namespace: string,
  target: string,
): Pick<AgentFunction, 'faas_namespace' | 'faas_name' | 'url'> {
  const functionsNamespace = engine.get('FunctionsNamespace', namespace)
  if (!/^[^/\s]+(\/[^/\s]+)?$/.test(target)) throw referenceNotFound('faas_name', 'function', target)
  return { faas_namespace: namespace, faas_name: target, url: `${functionsNamespace.api_host}/api/v1/web/${namespace}/${target}` }
}
