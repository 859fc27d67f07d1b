/** Serverless functions that an agent's model may call. Their code is out of the sandbox's sight: what must exist is their namespace. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AgentFunction, openAgent, parseReferences } from './agent-state.ts'
import { replyAgent } from './describe-agent.ts'
import { isJsonSchema } from './is-json-schema.ts'
import { missing } from './parse-model.ts'
import { changeAgent } from './versions.ts'

export const attachFunction: Handler<'agents_functions_attach'> = ({ path, body }, ctx) => {
  const { clock, ids, owner } = ctx
  const key = openAgent(ctx, path.agent_uuid)
  const { functions } = parseReferences(ctx, key)
  checkName(functions, body.function_name)
  const stamp = clock.stamp()
  const attached: AgentFunction = {
    uuid: ids.uuid('AgentFunction'),
    name: body.function_name,
    description: body.description,
    ...parseTarget(ctx, body.faas_namespace, body.faas_name),
    input_schema: parseSchema('input_schema', body.input_schema),
    output_schema: parseSchema('output_schema', body.output_schema),
    created_by: String(owner.number),
    created_at: stamp,
    updated_at: stamp,
  }
  changeAgent(ctx, key, 'attach_function', { references: { functions: [...functions, attached] } })
  const { agent } = replyAgent(ctx, key)
  const shown = agent.functions?.map((each) => (each.uuid === attached.uuid ? { ...each, api_key: ids.hex(64) } : each))
  return { agent: { ...agent, functions: shown } }
}

export const updateFunction: Handler<'agents_functions_update'> = ({ path, body }, ctx) => {
  const key = openAgent(ctx, path.agent_uuid)
  const { functions } = parseReferences(ctx, key)
  const before = functions.find(({ uuid }) => uuid === path.function_uuid)
  if (!before) throw notFound()
  const { function_name: name, description, faas_namespace: space, faas_name: target, input_schema: input, output_schema: output } = body
  if (name !== undefined)
    checkName(
      functions.filter((each) => each !== before),
      name,
    )
  if (space === undefined && target !== undefined) throw unprocessable('faas_namespace: must be given with faas_name.')
  if (space !== undefined && target === undefined) throw unprocessable('faas_name: must be given with faas_namespace.')
  const changed: AgentFunction = {
    ...before,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(space !== undefined && target !== undefined && parseTarget(ctx, space, target)),
    // The Go client sends one without parameters when it shall stay.
    ...(input !== undefined && input['parameters'] !== null && { input_schema: parseSchema('input_schema', input) }),
    ...(output !== undefined && { output_schema: parseSchema('output_schema', output) }),
  }
  const isSame = JSON.stringify(changed) === JSON.stringify(before)
  const next = isSame ? before : { ...changed, updated_at: ctx.clock.stamp() }
  changeAgent(ctx, key, 'update_function', { references: { functions: functions.map((each) => (each === before ? next : each)) } })
  return replyAgent(ctx, key)
}

export const detachFunction: Handler<'agents_functions_detach'> = ({ path }, ctx) => {
  const key = openAgent(ctx, path.agent_uuid)
  const { functions } = parseReferences(ctx, key)
  const rest = functions.filter(({ uuid }) => uuid !== path.function_uuid)
  if (rest.length === functions.length) throw notFound()
  changeAgent(ctx, key, 'detach_function', { references: { functions: rest } })
  return replyAgent(ctx, key)
}

function checkName(functions: readonly AgentFunction[], name: string): void {
  if (functions.some((each) => each.name === name)) throw conflict(`function_name: the agent has a function "${name}" already.`)
}

function parseTarget(
  { engine }: AccountContext,
  space: string,
  target: string,
): Pick<AgentFunction, 'faas_namespace' | 'faas_name' | 'url'> {
  const found = engine.find('FunctionsNamespace', space)
  if (!found) throw missing('faas_namespace', 'functions namespace', space)
  if (!/^[^/\s]+(\/[^/\s]+)?$/.test(target)) throw missing('faas_name', 'function', target)
  return { faas_namespace: space, faas_name: target, url: `${found.api_host}/api/v1/web/${space}/${target}` }
}

type Schema = AgentFunction['input_schema']

function parseSchema(field: string, schema: Schema | null = {}): Schema {
  if (!isJsonSchema(schema ?? {})) throw unprocessable(`${field}: is not a JSON Schema.`)
  return schema ?? {}
}
