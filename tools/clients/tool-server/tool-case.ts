/** Call of a tool and its expected result. Strings may contain variables of earlier cases as `{name}`. */
export interface ToolCase {
  readonly tool: string
  readonly input?: Readonly<Record<string, unknown>>
  /** Seconds to advance the clock of the platform before the call. */
  readonly advanceSeconds?: number
  /** Variables to save: name to path in the result, like `droplet.id` or `0.slug`. */
  readonly save?: Readonly<Record<string, string>>
  /** Expected values by path in the result. */
  readonly expected?: Readonly<Record<string, unknown>>
  /** Expected state of the platform: the path of a GET request, and expected values of its reply. */
  readonly expectedState?: readonly [path: string, expected: Readonly<Record<string, unknown>>]
  /** Part of the expected error message. Without it, the call must succeed. */
  readonly expectedError?: string
}

/** A request to the platform for which there is no tool. */
export interface DirectCase extends Omit<ToolCase, 'tool' | 'input' | 'expectedError'> {
  /** Method and path. */
  readonly request: string
  readonly body?: Readonly<Record<string, unknown>>
}

export type Step = ToolCase | DirectCase

export interface Family {
  readonly name: string
  /** Default: the API host. */
  readonly host?: 'inference'
  readonly steps: readonly Step[]
}
