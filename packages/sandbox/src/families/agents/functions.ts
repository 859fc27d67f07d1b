/** Serverless functions that an agent's model may call. Their code is out of the sandbox's sight: what must exist is their namespace. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { openAgent, readReferences } from './agent-state.ts'
import { describeAgent } from './describe-agent.ts'
import { isJsonSchema } from './is-json-schema.ts'
import { missing } from './read-model.ts'
import { replyAgent } from './reply-agent.ts'
import { changeAgent } from './versions.ts'

export const attachFunction: Behavior = (call, world) => {
  const { clock, ids, owner } = world
  const key = openAgent(world, call.path['agent_uuid'])
  const body = readBody(call)
  const { functions } = readReferences(world, key)
  checkName(functions, body['function_name'])
  const stamp = clock.stamp()
  const attached: Value = {
    uuid: ids.uuid(),
    name: body['function_name'],
    description: body['description'],
    ...readTarget(world, body['faas_namespace'], body['faas_name']),
    ...readSchemas({ output_schema: {}, ...body }),
    created_by: String(owner.number),
    created_at: stamp,
    updated_at: stamp,
  }
  changeAgent(world, key, 'attach_function', { references: { functions: [...functions, attached] } })
  const agent = describeAgent(world, key)
  const shown = (agent['functions'] as readonly Value[]).map((each) =>
    each['uuid'] === attached['uuid'] ? { ...each, api_key: ids.hex(64) } : each,
  )
  return { body: JSON.stringify({ agent: { ...agent, functions: shown } }) }
}

export const updateFunction: Behavior = (call, world) => {
  const key = openAgent(world, call.path['agent_uuid'])
  const body = readBody(call)
  const { functions } = readReferences(world, key)
  const before = functions.find(({ uuid }) => uuid === call.path['function_uuid'])
  if (!before) throw notFound()
  const { function_name: name, description, faas_namespace: space, faas_name: target } = body
  if (name !== undefined)
    checkName(
      functions.filter((each) => each !== before),
      name,
    )
  if ((space === undefined) !== (target === undefined))
    throw unprocessable(
      `${space === undefined ? 'faas_namespace' : 'faas_name'}: must be given with ${space === undefined ? 'faas_name' : 'faas_namespace'}.`,
    )
  const changed: Value = {
    ...before,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(space !== undefined && readTarget(world, space, target)),
    ...readSchemas(body),
  }
  const isSame = JSON.stringify(changed) === JSON.stringify(before)
  const next = isSame ? before : { ...changed, updated_at: world.clock.stamp() }
  changeAgent(world, key, 'update_function', { references: { functions: functions.map((each) => (each === before ? next : each)) } })
  return replyAgent(world, key)
}

export const detachFunction: Behavior = (call, world) => {
  const key = openAgent(world, call.path['agent_uuid'])
  const { functions } = readReferences(world, key)
  const rest = functions.filter(({ uuid }) => uuid !== call.path['function_uuid'])
  if (rest.length === functions.length) throw notFound()
  changeAgent(world, key, 'detach_function', { references: { functions: rest } })
  return replyAgent(world, key)
}

function checkName(functions: readonly Value[], name: unknown): void {
  if (functions.some((each) => each['name'] === name)) throw conflict(`function_name: the agent has a function "${String(name)}" already.`)
}

function readTarget({ engine }: World, space: unknown, target: unknown): Value {
  const found = engine.find({ kind: 'FunctionsNamespace', id: String(space) })
  if (!found) throw missing('faas_namespace', 'functions namespace', space)
  if (typeof target !== 'string' || !/^[^/\s]+(\/[^/\s]+)?$/.test(target)) throw missing('faas_name', 'function', target)
  return { faas_namespace: space, faas_name: target, url: `${String(found['api_host'])}/api/v1/web/${String(space)}/${target}` }
}

function readSchemas(body: Value): Value {
  const read: Record<string, unknown> = {}
  for (const field of ['input_schema', 'output_schema']) {
    if (body[field] === undefined) continue
    const schema = body[field] ?? {}
    if (!isRecord(schema) || !isJsonSchema(schema)) throw unprocessable(`${field}: is not a JSON Schema.`)
    read[field] = schema
  }
  return read
}
