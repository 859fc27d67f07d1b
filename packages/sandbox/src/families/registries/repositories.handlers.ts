/** Repositories, tags and manifests of a registry, at both paths. */
import { answer } from '../../engine/answer.ts'
import type { Handler, Call } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import { answerValues, parsePage } from '../../engine/pages.ts'
import { isRecord } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { listTags, placeOf, refreshRepository, assertWritable } from './contents.ts'
import type { Handlers } from '../family.ts'

type List = 'registries_repositories_list'

const list: Handler<List> = (call, ctx) => answerByToken(call, repositoriesOf(call.path.registry_name, ctx))

const listTagged: Handler<'registries_legacy_repositories_listByName'> = (call, ctx) => {
  const { registry_name: registry } = call.path
  const taggedRepositories = repositoriesOf(registry, ctx).flatMap(({ name, registry_name, tag_count }) => {
    const [latest_tag] = listTags(ctx, placeOf(registry, name))
    return latest_tag ? [{ registry_name, name, latest_tag, tag_count }] : []
  })
  return answerValues(call, 'repositories', taggedRepositories)
}

/** Sorted by name, so that a position in the list does not change with a push. */
function repositoriesOf(registry: string, { engine }: AccountContext): Kinds['RegistryRepository'][] {
  engine.get('Registry', registry)
  const all = engine.list('RegistryRepository', { parent: childPath(keyOf('Registry', registry)) })
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * A list with page tokens instead of numbers: a token names the last item seen, so a push in between moves nothing.
 * @throws Failure 400 for a token that no list returned
 */
function answerByToken(call: Call<List>, values: readonly Kinds['RegistryRepository'][]): ReturnType<Handler<List>> {
  const { number, size } = parsePage(call)
  const { page_token: token, page: askedPage, per_page: askedSize } = call.query
  const after = token ? parseToken(token) : undefined
  const next = after === undefined ? -1 : values.findIndex(({ name }) => name > after)
  const start = after === undefined ? (number - 1) * size : next === -1 ? values.length : next
  if (after === undefined && askedPage === undefined && askedSize === undefined && values.length <= size)
    return answerValues(call, 'repositories', values)
  // Page number, for clients that count pages.
  const page = after === undefined ? number : Math.floor(start / size) + 1
  const visible = values.slice(start, start + size)
  const address = createAddress(call, size)
  const last = Math.max(1, Math.ceil(values.length / size))
  const end = visible.at(-1)
  const pages = {
    ...(start > 0 && { first: address(1), prev: address(Math.min(Math.max(1, page - 1), last)) }),
    ...(end && start + size < values.length && { next: address(page + 1, end.name), last: address(last) }),
  }
  const link = Object.entries(pages).map(([rel, url]) => `<${url}>; rel="${rel}"`)
  const headers = { 'x-total-count': String(values.length), ...(link.length > 0 && { link: link.join(', ') }) }
  return answer({ repositories: visible, links: link.length === 0 ? {} : { pages }, meta: { total: values.length } }, { headers })
}

function createAddress({ origin, url }: Call<List>, size: number): (page: number, after?: string) => string {
  const { pathname, searchParams } = new URL(url, origin)
  searchParams.set('per_page', String(size))
  return (page, after) => {
    searchParams.set('page', String(page))
    if (after === undefined) searchParams.delete('page_token')
    else searchParams.set('page_token', Buffer.from(JSON.stringify({ after })).toString('base64url'))
    return `${origin}${pathname}?${searchParams.toString()}`
  }
}

function parseToken(token: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (isRecord(value) && typeof value['after'] === 'string') return value['after']
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Failure(400, 'The page token is not valid. Start again without one.')
}

/** Deletes a tag. A missing tag gets the same response as a deleted one. */
const removeTag: Handler<'registries_tags_delete'> = ({ path }, ctx) => {
  const { registry_name: registry, repository_name: name, repository_tag: id } = path
  ctx.engine.get('Registry', registry)
  assertWritable(ctx, registry)
  const repository = placeOf(registry, name)
  const tag = { parent: childPath(keyOf('RegistryRepository', repository)), id }
  if (!ctx.engine.find('RegistryTag', tag)) return
  ctx.engine.delete('RegistryTag', tag)
  refreshRepository(ctx, repository)
}

export const repositoriesHandlers = {
  registries_repositories_list: list,
  registries_tags_delete: removeTag,
  registries_legacy_repositories_listByName: listTagged,
} satisfies Handlers
