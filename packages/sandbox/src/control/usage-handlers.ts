/** Costs of the current month and invoices. The public API has more details. */
import { listBills, listUses, previewBill, formatItems } from '../families/billing/index.ts'
import { operationRows } from '../generated/operations.ts'
import { createEmailLookup } from '../requests/describe-request.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { requireAccount } from './token-handlers.ts'

const metrics = '/v2/monitoring/metrics/'

/** Kinds with metrics, the folder of their paths and the parameter of their id. */
const measuredKinds = [
  { kind: 'Droplet', under: 'droplet', parameter: 'host_id' },
  { kind: 'LoadBalancer', under: 'load_balancer', parameter: 'lb_id' },
  { kind: 'App', under: 'apps', parameter: 'app_id' },
  { kind: 'DatabaseCluster', under: 'database', parameter: 'db_id' },
  { kind: 'DropletAutoscalePool', under: 'droplet_autoscale', parameter: 'autoscale_pool_id' },
].map(({ under, ...rest }) => ({
  ...rest,
  paths: operationRows.flatMap(({ path }) => (path.startsWith(`${metrics}${under}/`) ? [path] : [])),
}))

const maxMeasurements = 100

export const usageHandlers = {
  'GET /_sandbox/usage': ({ query }, { platform }) => {
    const account = requireAccount(query.account, platform)
    const ctx = platform.contextFor(account)
    const uses = listUses(ctx)
    const preview = previewBill(ctx, uses)
    const lines = formatItems(ctx, preview).map(({ description, product, amount, duration }) => ({
      description,
      product,
      amount,
      hours: Number(duration),
    }))
    const invoices = listBills(ctx, uses).map(({ invoice }) => ({
      uuid: invoice.invoice_uuid,
      month: invoice.invoice_period,
      amount: invoice.amount,
    }))
    const email = createEmailLookup(platform)(account)
    const measured = measuredKinds.flatMap(({ kind, parameter, paths }) =>
      platform.inspection
        .find({ account, kinds: [kind], limit: maxMeasurements })
        .objects.map(({ id, parent }) => ({ object: { kind, id, parent, account: email }, parameter, paths })),
    )
    return replyJson({ month: preview.invoice.invoice_period, amount: preview.invoice.amount, lines, invoices, measured })
  },
} satisfies Partial<ControlHandlers>
