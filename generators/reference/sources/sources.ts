/** Sources of the site beside the specification. */
export interface Sources {
  readonly guides: readonly Guide[]
  readonly workflows: readonly Workflow[]
  readonly changes: Changes
  readonly coverage: Coverage
}

/** Limits of the sandbox by family, and the clients that were run against it. */
export interface Coverage {
  readonly notes: Readonly<Record<string, { readonly simulated?: string; readonly missing?: string }>>
  /** Titles of the clients, by name. */
  readonly clients: Readonly<Record<string, string>>
  /** Names of the clients that successfully called each family. */
  readonly families: Readonly<Record<string, readonly string[]>>
}

export interface Guide {
  /** File name without extension: `getting-started`. */
  readonly name: string
  /** Heading under which the guide is listed. */
  readonly chapter: string
  readonly title: string
  readonly description: string
  /** Markdown without its title. */
  readonly text: string
}

/** Arazzo workflow. */
export interface Workflow {
  readonly name: string
  readonly title: string
  /** Comment at the start of its file. */
  readonly description: string
  readonly steps: readonly WorkflowStep[]
}

export interface WorkflowStep {
  readonly stepId: string
  readonly description?: string
  readonly operationId?: string
  /** Request to a URL that is not an operation: a pagination link, or the sandbox's clock. */
  readonly 'x-operation'?: { readonly method: string; readonly url: string }
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly value: unknown }[]
  readonly requestBody?: { readonly contentType?: string; readonly payload?: unknown }
  readonly successCriteria?: readonly { readonly condition: string; readonly context?: string }[]
  readonly onFailure?: readonly { readonly type: string }[]
  readonly outputs?: Readonly<Record<string, string>>
}

export interface Changes {
  /** Changes of the next release. */
  readonly next: readonly { readonly packages: readonly string[]; readonly text: string }[]
  /** Changelog of each package as Markdown, newest release first. */
  readonly released: readonly { readonly name: string; readonly text: string }[]
}

export const noSources: Sources = {
  guides: [],
  workflows: [],
  changes: { next: [], released: [] },
  coverage: { notes: {}, clients: {}, families: {} },
}
