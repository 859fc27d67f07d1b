/** Servers that answer for models, from `modelsFrom`. */
import { findModelById } from '../catalog/genai-models.ts'
import { allModels, type ModelServer, parseModelServer, parseServerUrl } from './parse-model-server.ts'

/** One server for all models, a list of texts like those of `--models-from`, or a table by model with `*` for all others. */
export type ModelsFrom = string | readonly string[] | Readonly<Record<string, string | ModelServer>>

/** A server with the key that it gets as a bearer token. */
export interface KeyedServer extends ModelServer {
  readonly key: string | undefined
}

export type FindModelServer = (model: string) => KeyedServer | undefined

/** @throws Error when a URL is invalid or a model is not in the catalog */
export function createModelServers(modelsFrom: ModelsFrom = [], key?: string): FindModelServer {
  const isText = typeof modelsFrom === 'string' || Array.isArray(modelsFrom)
  const servers = new Map(isText ? [modelsFrom].flat().map(parseModelServer) : Object.entries(modelsFrom).map(parseEntry))
  const unknown = [...servers.keys()].find((name) => name !== allModels && !findModelById(name))
  if (unknown !== undefined) throw new Error(`modelsFrom: there is no model "${unknown}". GET /v1/models lists them.`)
  return (model) => {
    const server = servers.get(model) ?? servers.get(allModels)
    return server && { ...server, key }
  }
}

function parseEntry([name, server]: readonly [string, string | ModelServer]): readonly [string, ModelServer] {
  const { url, model } = typeof server === 'string' ? { url: server } : server
  return [name, { ...parseServerUrl(url), ...(model !== undefined && { model }) }]
}
