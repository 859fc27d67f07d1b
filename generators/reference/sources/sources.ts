/** What the site is made of beside the model: what people write for readers. */
export interface Sources {
  readonly guides: readonly Guide[]
  readonly journeys: readonly Journey[]
  readonly changes: Changes
}

export interface Guide {
  /** As its file is called: `getting-started`. */
  readonly name: string
  /** Heading under which the guide is listed. */
  readonly chapter: string
  readonly title: string
  readonly description: string
  /** Markdown without its title. */
  readonly text: string
}

/** A workflow of Arazzo, as far as it is shown. */
export interface Journey {
  readonly name: string
  readonly title: string
  /** What the first lines of its file say. */
  readonly description: string
  readonly steps: readonly JourneyStep[]
}

export interface JourneyStep {
  readonly stepId: string
  readonly description?: string
  readonly operationId?: string
  /** A request to an address that is no operation: a link of a page, the sandbox's clock. */
  readonly 'x-operation'?: { readonly method: string; readonly url: string }
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly value: unknown }[]
  readonly requestBody?: { readonly contentType?: string; readonly payload?: unknown }
  readonly successCriteria?: readonly { readonly condition: string; readonly context?: string }[]
  readonly onFailure?: readonly { readonly type: string }[]
  readonly outputs?: Readonly<Record<string, string>>
}

export interface Changes {
  /** What the next release brings. */
  readonly next: readonly { readonly packages: readonly string[]; readonly text: string }[]
  /** Of each package its releases, the newest first, as Markdown. */
  readonly released: readonly { readonly name: string; readonly text: string }[]
}

export const noSources: Sources = { guides: [], journeys: [], changes: { next: [], released: [] } }
