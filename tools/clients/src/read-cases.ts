/** What a program says it did: one case for each thing, with what went wrong in it. */
export interface Case {
  readonly name: string
  readonly error?: string
}

/** Lines of `{"case", "ok", "error"}`. Anything else that is printed is not ours. */
export function listLines(output: string): Case[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => {
      const { case: name, ok, error } = JSON.parse(line) as { readonly case: string; readonly ok: boolean; readonly error?: string }
      return ok ? { name } : { name, error: error ?? 'failed' }
    })
}

interface Playbook {
  readonly plays: readonly {
    readonly tasks: readonly {
      readonly task: { readonly name: string }
      readonly hosts: Readonly<Record<string, { readonly failed?: boolean; readonly unreachable?: boolean; readonly msg?: unknown }>>
    }[]
  }[]
}

/** What the `json` callback prints at the end: every task is a case. */
export function listPlaybook(output: string): Case[] {
  const { plays } = JSON.parse(output.slice(Math.max(0, output.indexOf('{')))) as Playbook
  return plays.flatMap(({ tasks }) =>
    tasks.map(({ task: { name }, hosts }) => {
      const failed = Object.values(hosts).find((host) => host.failed === true || host.unreachable === true)
      return failed
        ? { name, error: typeof failed.msg === 'string' ? failed.msg : `not so: ${JSON.stringify(failed).slice(0, 300)}` }
        : { name }
    }),
  )
}

/** The machine-readable lines of a build: every step that it tells of is a case, and what goes wrong belongs to the last one. */
export function listSteps(output: string): Case[] {
  const cases: Case[] = []
  for (const line of output.split('\n')) {
    const [, , kind, tone, text = ''] = line.split(',')
    const [, step] = /^==> [^:]+: (.*)$/.exec(text) ?? []
    if (kind !== 'ui' || step === undefined) continue
    const last = cases.at(-1)
    if (tone === 'error' && last) cases[cases.length - 1] = { ...last, error: step }
    else cases.push({ name: step })
  }
  return cases
}
