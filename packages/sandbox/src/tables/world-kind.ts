/** What the sandbox knows of one kind of entry of a world file. Written by generators/sandbox. */
export interface WorldKind {
  /** The request that makes one. */
  readonly operation: string
  readonly resource: string
  /** Whether the server makes its id, so that the file may choose it. */
  readonly makesId?: true
  /** What lives under one, by its name in the entry. */
  readonly children?: Readonly<Record<string, WorldKind>>
}
