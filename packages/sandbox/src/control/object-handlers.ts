/** Stored objects of all kinds. */
import { Failure } from '../engine/failure.ts'
import { resourceRows } from '../generated/resources.ts'
import { describeJob } from '../inspection/describe-job.ts'
import { describeObject, summarizeObject } from '../inspection/describe-object.ts'
import { createEmailLookup, describeChange } from '../requests/describe-request.ts'
import { createMasking } from '../requests/mask-secrets.ts'
import { createWorldRequest } from '../worlds/world-request.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { requireAccount } from './token-handlers.ts'

const kinds = Object.keys(resourceRows)

export const objectHandlers = {
  'GET /_sandbox/api': ({ query: { url }, headers }, dependencies) => {
    const reply = dependencies.runWithoutLimits(
      createWorldRequest({ method: 'GET', url, headers: { host: headers['host'] ?? 'localhost' } }, dependencies),
    )
    if (!reply) throw new Failure(404)
    return reply
  },
  'GET /_sandbox/kinds': ({ query }, { platform }) => {
    const counts = platform.inspection.countKinds(requireAccount(query.account, platform))
    const rows = Object.entries(resourceRows).map(([kind, { family, one, many, parents = [], id, lifecycle }]) => ({
      kind,
      family,
      ...(one !== undefined && { one }),
      ...(many !== undefined && { many }),
      count: counts.get(kind) ?? 0,
      parents,
      id_field: id?.field ?? null,
      state_field: lifecycle?.field ?? null,
    }))
    return replyJson({ kinds: rows })
  },
  'GET /_sandbox/objects': ({ query }, { platform }) => {
    const { kind, parent, search, offset, limit = 100 } = query
    if (kind !== undefined) checkKind(kind)
    const account = requireAccount(query.account, platform)
    const selected = kind === undefined ? kinds : [kind]
    const { objects, total } = platform.inspection.find({ account, kinds: selected, parent, text: search, offset, limit })
    const email = createEmailLookup(platform)(account)
    return replyJson({ objects: objects.map((object) => summarizeObject(object, object.text, email)), total })
  },
  'GET /_sandbox/objects/{kind}/{id}': ({ path: { kind, id }, query }, dependencies) => {
    const { platform } = dependencies
    checkKind(kind)
    const account = requireAccount(query.account, platform)
    const address = { kind, id, parent: query.parent ?? '', account }
    const text = platform.contextFor(account).store.get(address)?.text
    if (text === undefined) throw new Failure(404, `No ${kind} has this id. GET /_sandbox/objects?kind=${kind} lists them.`)
    const object = describeObject(address, text, dependencies, createMasking(query.secrets ?? 'masked'))
    return { ...replyJson({ object }), headers: { 'cache-control': 'no-store' } }
  },
  'GET /_sandbox/jobs': ({ query: { limit = 100 } }, dependencies) => {
    const { platform, clock, requests } = dependencies
    const emails = createEmailLookup(platform)
    const masking = createMasking('masked')
    const { jobs, total } = platform.inspection.listJobs(limit)
    const completedJobs = [...requests.listJobs()].slice(0, limit).map(({ at, name, account, changes }) => ({
      at: new Date(at).toISOString(),
      name,
      account: emails(account),
      changes: changes.map((change) => describeChange(change, emails, masking)),
    }))
    return replyJson({
      now: new Date(clock.now()).toISOString(),
      jobs: jobs.map((job) => describeJob(job, emails, dependencies)),
      total,
      completed: completedJobs,
    })
  },
} satisfies Partial<ControlHandlers>

function checkKind(kind: string): void {
  if (!Object.hasOwn(resourceRows, kind)) throw new Failure(404, 'Unknown kind. GET /_sandbox/kinds lists them.')
}
