/** Applies the lifecycle rules of a bucket, by the clock of the sandbox. */
import type { LifecycleRule } from './config.ts'
import type { Bucket, ObjectVersion, Store } from './store.ts'

const dayMs = 86_400_000
/** Time of the sandbox between two runs. */
const intervalMs = 3_600_000

export class LifecycleRunner {
  readonly #store: Store
  /** Time of the last run, and the rules it applied, by bucket. */
  readonly #runs = new Map<string, { readonly at: number; readonly rules: string }>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Applies the rules if they changed, or if the clock moved an hour since. */
  run(bucket: Bucket, now: number): void {
    const { lifecycle } = bucket.config
    if (!lifecycle) return
    const rules = JSON.stringify(lifecycle)
    const last = this.#runs.get(bucket.name)
    if (last?.rules === rules && Math.abs(now - last.at) < intervalMs) return
    this.#runs.set(bucket.name, { at: now, rules })
    this.#store.transaction(() => {
      for (const rule of lifecycle.rules) if (rule.isEnabled) this.#apply(rule, bucket, now)
    })
  }

  #apply(rule: LifecycleRule, bucket: Bucket, now: number): void {
    const { prefix, noncurrentDays, abortDays } = rule
    const versions = this.#store.listVersions(bucket.name, prefix).filter(({ key }) => key.startsWith(prefix))
    for (const [index, version] of versions.entries()) {
      if (!matchesTags(version, rule)) continue
      const newer = versions[index - 1]
      if (version.isLatest) this.#expire(rule, bucket, version, versions[index + 1]?.key !== version.key, now)
      else if (noncurrentDays !== undefined && newer && now >= getDueTime(newer.modifiedAt, noncurrentDays))
        this.#store.deleteVersion(version)
    }
    if (abortDays === undefined) return
    for (const { id, key, createdAt } of this.#store.listUploads(bucket.name, prefix))
      if (key.startsWith(prefix) && now >= getDueTime(createdAt, abortDays)) this.#store.deleteUpload(id)
  }

  /** @param isOnly true if the object has no other version */
  #expire({ expiration }: LifecycleRule, bucket: Bucket, latest: ObjectVersion, isOnly: boolean, now: number): void {
    if (!expiration) return
    if (latest.isMarker) {
      if (expiration.marker && isOnly) this.#store.deleteVersion(latest)
      return
    }
    const { days, date } = expiration
    const isDue = (days !== undefined && now >= getDueTime(latest.modifiedAt, days)) || (date !== undefined && now >= Date.parse(date))
    if (isDue) this.#store.deleteObject(bucket, latest.key, now)
  }
}

/** Adds days, and rounds up to midnight UTC. */
function getDueTime(from: number, days: number): number {
  return Math.ceil((from + days * dayMs) / dayMs) * dayMs
}

function matchesTags({ info }: ObjectVersion, { tags }: LifecycleRule): boolean {
  return Object.entries(tags).every(([name, value]) => info.tags[name] === value)
}
