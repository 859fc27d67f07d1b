/** URLs and environment variables of services. */

export interface ServiceEndpoints {
  /** URLs by name, for the start message and `/_sandbox/info`. */
  readonly urls: Readonly<Record<string, string>>
  /** Environment variables of clients, for `env`, `exec` and `/_sandbox/info`. `control/client-variables.ts` lists the names. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface RunningService extends Required<ServiceEndpoints> {
  readonly name: string
}
