import type { VerificationResult } from '../assurance/print-result.ts'
import type { createFuzzFixture } from '../assurance/fuzz/fuzz-fixture.ts'
import type { Fetch } from '../fixtures/test-sandbox.ts'

export interface ConformanceOptions {
  readonly seed: number
  /** Families or schemas, all when undefined. */
  readonly names?: readonly string[] | undefined
  /** Tests only every nth resource or operation. */
  readonly every?: number
  /** Changes requests or replies, for tests with a faulty server. */
  readonly wrap?: (fetch: Fetch) => Fetch
  /** Creates or shares a sandbox with the objects of the examples. */
  readonly openFixture?: typeof createFuzzFixture
  /** Called with one line for each result. */
  readonly onResult?: (line: string) => void
}

/** Counts checks and collects their findings. */
export class Report {
  readonly #findings: string[] = []
  readonly #onResult: ConformanceOptions['onResult']
  #passed = 0
  #total = 0

  constructor({ onResult }: ConformanceOptions) {
    this.#onResult = onResult
  }

  /** @param findings empty when the check passed */
  add(title: string, findings: readonly string[]): void {
    this.#total += 1
    if (findings.length === 0) this.#passed += 1
    this.#findings.push(...findings)
    this.#onResult?.(findings.length === 0 ? `passed ${title}` : findings.map((finding) => `FAILED ${finding}`).join('\n'))
  }

  createResult(check: string, figures: VerificationResult['figures']): VerificationResult {
    return { check, passed: this.#passed, total: this.#total, findings: this.#findings, figures }
  }
}
