/** Container registries of clusters. */
import type { Call, Handler } from '../../engine/call.ts'
import { notFound, preconditionFailed } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { getCluster } from './clusters.ts'
import type { Handlers } from '../family.ts'
import { excludeNames, type Change, changeRegistries } from './registries.hooks.ts'

const includeNames: Change = (before, names) => [...new Set([...before, ...names])]

const changeToOnly =
  (change: Change): Handler<'kubernetes_registry_add' | 'kubernetes_registry_remove'> =>
  ({ body }, ctx) => {
    const [only, another] = ctx.engine.list('Registry')
    if (!only) throw preconditionFailed('The account has no container registry.')
    if (another) throw preconditionFailed('The account has several container registries. Use /v2/kubernetes/registries.')
    changeClusters(body, ctx, change, [only.name])
  }

const changeTo =
  (change: Change): Handler<'kubernetes_registries_add' | 'kubernetes_registries_remove'> =>
  ({ body }, ctx) => {
    const names = body?.registries ?? []
    if (names.some((name) => !ctx.engine.find('Registry', name))) throw notFound()
    changeClusters(body, ctx, change, names)
  }

/** @throws Failure 404 when a cluster does not exist */
function changeClusters(
  body: Call<'kubernetes_registry_add'>['body'],
  ctx: AccountContext,
  change: Change,
  names: readonly string[],
): void {
  const ids = new Set(body?.cluster_uuids)
  for (const cluster of [...ids].map((id) => getCluster(ctx, id))) changeRegistries(ctx, cluster, change, names)
}

export const registriesHandlers = {
  kubernetes_registry_add: changeToOnly(includeNames),
  kubernetes_registry_remove: changeToOnly(excludeNames),
  kubernetes_registries_add: changeTo(includeNames),
  kubernetes_registries_remove: changeTo(excludeNames),
} satisfies Handlers
