/** What each server can show of a story. */
export interface Abilities {
  /** What was created is there afterwards, and as it was created. */
  readonly state: boolean
  /** What breaks a rule of the platform is refused, beyond what the schemas say. */
  readonly rules: boolean
  /** Its clock can be moved. */
  readonly time: boolean
  /** Somebody else looks at every request and reply on their way. */
  readonly watched: boolean
}

export const abilities = {
  prism: { state: false, rules: false, time: false, watched: false },
  sandbox: { state: true, rules: true, time: true, watched: false },
  proxy: { state: true, rules: true, time: true, watched: true },
} as const satisfies Readonly<Record<string, Abilities>>

export type ServerName = keyof typeof abilities
export const serverNames = Object.keys(abilities) as ServerName[] // the keys of a literal
