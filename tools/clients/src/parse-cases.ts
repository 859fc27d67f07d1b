/** One case in the output of a client, with the error if it failed. */
export interface Case {
  readonly name: string
  readonly error?: string
}

/** Parses lines of `{"case", "ok", "error"}`. Ignores other output. */
export function parseLines(output: string): Case[] {
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

/** Parses the output of Ansible's `json` callback: every task is a case. */
export function parsePlaybook(output: string): Case[] {
  const { plays } = JSON.parse(output.slice(Math.max(0, output.indexOf('{')))) as Playbook
  return plays.flatMap(({ tasks }) =>
    tasks.map(({ task: { name }, hosts }) => {
      const failed = Object.values(hosts).find((host) => host.failed === true || host.unreachable === true)
      return failed
        ? { name, error: typeof failed.msg === 'string' ? failed.msg : `task failed: ${JSON.stringify(failed).slice(0, 300)}` }
        : { name }
    }),
  )
}

/** Parses the machine-readable output of Packer: every step is a case, and an error belongs to the step before it. */
export function parseBuildSteps(output: string): Case[] {
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
