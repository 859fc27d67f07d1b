/** The path style: name the path, get a reply whose `status` says which body it has. Nothing is thrown for a status. */
import type { CallOptions } from './call.ts'
import type { ClientOptions } from './configuration.ts'
import { CloudError } from './errors.ts'
import { findApi } from './find-api.ts'
import {
  type DeletePaths,
  type GetPaths,
  pathFacts,
  type PatchPaths,
  type PostForms,
  type PostPaths,
  type PutPaths,
} from './generated/paths.ts'
import { readBody } from './read-body.ts'
import { makeReply } from './reply.ts'
import { createTransport } from './transport.ts'
import type { AnyRequest } from './request-types.ts'

// The whole row is inferred, then indexed. An index alone makes the checker build a constraint over every path, inferring the
// member makes it compare every row with every other, and a condition on one parameter is asked of each row: at each keystroke.
type Args<Rows, Path extends keyof Rows> = Rows[Path] extends infer Row extends { args: readonly unknown[] } ? Row['args'] : never
type ReplyOf<Rows, Path extends keyof Rows> = Rows[Path] extends infer Row extends { reply: unknown } ? Row['reply'] : never

/** The platform by its paths, a function for each method. A reply's `ok` and `status` say what is in it. */
export interface PathClient {
  /** Reads: `api.GET('/v2/droplets/{droplet_id}', { path: { droplet_id } })`. */
  GET<Path extends keyof GetPaths>(path: Path, ...args: Args<GetPaths, Path>): Promise<ReplyOf<GetPaths, Path>>
  /** Makes something, or starts something: `api.POST('/v2/tags', { body: { name } })`. */
  readonly POST: PostForms &
    (<Path extends keyof PostPaths>(path: Path, ...args: Args<PostPaths, Path>) => Promise<ReplyOf<PostPaths, Path>>)
  /** Replaces the whole of something. */
  PUT<Path extends keyof PutPaths>(path: Path, ...args: Args<PutPaths, Path>): Promise<ReplyOf<PutPaths, Path>>
  /** Changes a part of something. */
  PATCH<Path extends keyof PatchPaths>(path: Path, ...args: Args<PatchPaths, Path>): Promise<ReplyOf<PatchPaths, Path>>
  /** Deletes, or takes something out of a list. */
  DELETE<Path extends keyof DeletePaths>(path: Path, ...args: Args<DeletePaths, Path>): Promise<ReplyOf<DeletePaths, Path>>
}

/**
 * Makes a client that is called by path.
 *
 * ```ts
 * const api = createPathClient({ token, baseUrl })
 * const reply = await api.GET('/v2/droplets/{droplet_id}', { path: { droplet_id: 412800101 } })
 * if (reply.status === 200) console.log(reply.data.droplet.name)
 * ```
 *
 * @throws ConfigurationError when no base URL is given and `SPINDRIFT_BASE_URL` is not set
 */
export function createPathClient(options: ClientOptions = {}): PathClient {
  const send = createTransport(options, options.apis ? undefined : 'control')
  const client: Record<string, unknown> = {}
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    client[method] = async (path: string, request?: AnyRequest, callOptions?: CallOptions) => {
      // Without the slash it would become a part of the host, `@other.example`, and the token would go there.
      if (!path.startsWith('/')) throw new CloudError(`${method} ${path}: a path begins with a slash, such as /v2/droplets.`)
      const answer = await send({ api: findApi(path), method, path, facts: pathFacts[path] ?? {} }, request, callOptions)
      return makeReply(answer, await readBody(answer))
    }
  }
  return client as unknown as PathClient
}
