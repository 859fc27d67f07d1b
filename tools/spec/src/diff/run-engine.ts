/** Runs `redocly diff`, which compares standard OpenAPI and knows if a schema is part of a request or a response. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRedocly } from '../redocly.ts'

interface Side {
  /** JSON pointer in the document of this side. */
  readonly pointer: string
  readonly value: unknown
}

export interface EngineChange {
  readonly typeName: string
  readonly kind: 'added' | 'removed' | 'modified'
  readonly impact: 'major' | 'minor' | 'patch'
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[]
  /** Name of the modified property. */
  readonly property?: string
  readonly base?: Side
  readonly revision?: Side
}

export async function runEngine(before: unknown, after: unknown): Promise<readonly EngineChange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-diff-'))
  try {
    const [base, revision, config, report] = ['base.json', 'revision.json', 'redocly.yaml', 'report.json'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string]
    writeFileSync(base, JSON.stringify(before, omitScopes))
    writeFileSync(revision, JSON.stringify(after, omitScopes))
    writeFileSync(config, 'extends: [diff-recommended]\ntelemetry: off\n')
    const status = await runRedocly(
      ['diff', base, revision, '--format', 'json', '--output', report, '--fail-on', 'none'],
      config,
      'when it fails',
    )
    if (status !== 0) throw new Error('The documents cannot be compared. See the output of redocly above.')
    return (JSON.parse(readFileSync(report, 'utf8')) as { readonly changes: readonly EngineChange[] }).changes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Omits the fine-grained scopes of security requirements, such as `volume:read`, which have a rule of their own. */
function omitScopes(key: string, value: unknown): unknown {
  if (key !== 'security' || !Array.isArray(value)) return value
  const isBroad = (scope: unknown) => !String(scope).includes(':')
  return value.map((schemes: Readonly<Record<string, readonly unknown[]>>) =>
    Object.fromEntries(Object.entries(schemes).map(([scheme, scopes]) => [scheme, scopes.filter(isBroad)])),
  )
}
