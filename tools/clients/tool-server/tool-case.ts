/** What a tool is asked and what must come of it. In texts, `{name}` stands for what an earlier case kept. */
export interface ToolCase {
  readonly tool: string
  readonly with?: Readonly<Record<string, unknown>>
  /** Seconds that pass on the platform's clock before it. */
  readonly after?: number
  /** Name to the place in the answer, like `droplet.id` or `0.slug`. */
  readonly keep?: Readonly<Record<string, string>>
  /** Place in the answer to what must stand there. */
  readonly shows?: Readonly<Record<string, unknown>>
  /** What the platform itself then holds: a path, and places in its reply. */
  readonly holds?: readonly [path: string, shows: Readonly<Record<string, unknown>>]
  /** It must be refused, with this in the sentence. */
  readonly refused?: string
}

/** What no tool does, asked of the platform directly. */
export interface DirectCase extends Omit<ToolCase, 'tool' | 'with' | 'refused'> {
  /** Method and path. */
  readonly ask: string
  readonly body?: Readonly<Record<string, unknown>>
}

export type Step = ToolCase | DirectCase

export interface Family {
  readonly name: string
  /** The API's, unless it says so. */
  readonly host?: 'inference'
  readonly steps: readonly Step[]
}
