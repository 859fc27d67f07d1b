/** Runs every sample on a new sandbox with the seed data of the examples and checks the documented reply. */
import { type RunningSandbox, startSandbox } from '@spindrift/sandbox'
import { formatFinding, type VerificationResult } from '../assurance/print-result.ts'
import { checkReply, type ReceivedReply } from '../check-reply.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { getErrorMessage } from '../fixtures/steps.ts'
import { exceptions } from './exceptions.ts'
import { type ListedSample, listSamples } from './list-samples.ts'
import { runCurl } from './run-curl.ts'
import { listMissing, startPrograms } from './run-programs.ts'
import { compileSamples } from './run-typescript.ts'

export interface SampleOptions {
  readonly only?: (entry: OperationEntry) => boolean
  /** Language of the samples; all when empty. */
  readonly lang?: string
  readonly world?: 'empty' | 'tidewater' | undefined
  /** Changes every sample before it runs. */
  readonly rewrite?: (source: string) => string
}

export async function runSamples({
  only = () => true,
  lang = '',
  world = 'tidewater',
  rewrite = (source) => source,
}: SampleOptions = {}): Promise<VerificationResult> {
  const { entries } = loadSpecification()
  const listed = listSamples(entries.filter(only))
    .filter((sample) => lang === '' || sample.lang === lang)
    .map((sample) => ({ ...sample, source: rewrite(sample.source) }))
  const missing = [...new Set(listed.flatMap((sample) => listMissing(sample.lang)))]
  const samples = listed.filter((sample) => listMissing(sample.lang).length === 0)
  const sandbox = await startSandbox({ port: 0, seed: 7, world, rateLimits: 'off' })
  try {
    const environment = createEnvironment(sandbox)
    const compiled = await compileSamples(samples.filter((sample) => sample.lang === 'typescript'))
    const programs = startPrograms(samples, environment)
    const findings: string[] = [...compiled.findings]
    const passed = new Map<string, number>()
    for (const sample of samples) {
      const program = programs.get(sample.lang)
      const found = await checkSample(sample, () => {
        if (program) return program.run(sample)
        return sample.lang === 'bash' ? runCurl(sample.source, environment) : compiled.run(sample, environment)
      })
      findings.push(...found)
      if (found.length === 0) passed.set(sample.label, (passed.get(sample.label) ?? 0) + 1)
      if (sample.entry.operation.method !== 'get') sandbox.reset()
    }
    compiled.close()
    for (const program of programs.values()) program.close()
    const total = samples.length
    const figures = {
      ...Object.fromEntries([...passed].map(([label, count]) => [label.toLowerCase(), count])),
      refused_for_a_reason: samples.filter(({ entry }) => exceptions[entry.operation.id]).length,
      ...(missing.length > 0 && { not_installed: missing.join(' ') }),
      without_samples: entries.length - new Set(samples.map(({ entry }) => entry.operation.id)).size,
    }
    return { check: 'samples', passed: [...passed.values()].reduce((one, other) => one + other, 0), total, findings, figures }
  } finally {
    await sandbox.close()
  }
}

function createEnvironment({ url, credentials }: RunningSandbox) {
  const { tokens, inference_key: key } = credentials()
  return { SPINDRIFT_BASE_URL: url, SPINDRIFT_TOKEN: tokens.full, SPINDRIFT_MODEL_ACCESS_KEY: key }
}

async function checkSample({ entry, label }: ListedSample, run: () => Promise<ReceivedReply>): Promise<string[]> {
  const { id, replies } = entry.operation
  const documented = replies.filter(({ status }) => /^[23]/.test(status)).map(({ status }) => Number(status))
  const exception = exceptions[id]
  const expected = exception ? [exception.status] : documented
  try {
    const reply = await run()
    if (!expected.includes(reply.status))
      return [formatFinding(id, label, expected.join(' or '), `${reply.status} ${getErrorMessage({ ...reply })}`)]
    return checkReply(entry, reply).map((finding) => formatFinding(id, label, 'a reply as specified', finding))
  } catch (error) {
    return [formatFinding(id, label, 'a reply', String(error))]
  }
}
