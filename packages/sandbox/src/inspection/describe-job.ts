/** Job of the control API: its time, its description and its object. */
import { parsePayload } from '../clock/run-pending-jobs.ts'
import type { Dependencies } from '../dependencies.ts'
import { isRecord, type Value } from '../engine/values.ts'
import type { Job as ShownJob } from '../generated/controls.ts'
import type { EmailLookup } from '../requests/describe-request.ts'
import type { Job, Key, Store } from '../store/store.ts'
import { parseName } from './parse-name.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export interface JobInfo {
  readonly key: Key | undefined
  readonly description: string
}

export function describeJob(job: Job, emails: EmailLookup, { platform, clock }: Pick<Dependencies, 'platform' | 'clock'>): ShownJob {
  const { at, name, account = ownerAccountId } = job
  const { key, description } = parseJob(job, platform)
  return {
    at: new Date(at).toISOString(),
    in_seconds: Math.max(0, at - clock.now()) / 1000,
    name,
    account: emails(account),
    object_name: key ? findName(platform.contextFor(account).store, key) : null,
    object: key ? { kind: key.kind, id: key.id, parent: key.parent ?? '', account: emails(account) } : null,
    description,
  }
}

function findName(store: Store, key: Key): string | null {
  const text = store.get(key)?.text
  return text === undefined ? null : parseName(JSON.parse(text))
}

export function parseJob({ name, payload, account = ownerAccountId }: Job, platform: Dependencies['platform']): JobInfo {
  const value = parsePayload(payload)
  if (!isRecord(value)) return { key: undefined, description: name }
  if (name === 'actions.complete') return describeAction(String(value['id']), account, platform)
  const key = findKey(value['key']) ?? findKey(value)
  if (name === 'engine.transition') return { key, description: `becomes ${String(value['to'])}` }
  if (name === 'engine.remove') return { key, description: 'is deleted' }
  return { key, description: name }
}

function describeAction(id: string, account: string, platform: Dependencies['platform']): JobInfo {
  const { engine } = platform.contextFor(account)
  const action = engine.untyped.find({ kind: 'Action', id })
  if (!action) return { key: undefined, description: `action ${id} ends` }
  return { key: findKey(engine.untyped.getHidden({ kind: 'Action', id })['key']), description: `${String(action['type'])} action ends` }
}

function findKey(value: unknown): Key | undefined {
  if (!isRecord(value)) return undefined
  const { kind, id, parent } = value as Value
  if (typeof kind !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  return { kind, id: String(id), ...(typeof parent === 'string' && { parent }) }
}
