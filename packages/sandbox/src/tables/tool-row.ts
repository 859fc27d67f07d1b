/** What the sandbox knows of one tool. Written by generators/sandbox, one row for each operation with `x-tool`. */
export interface ToolRow {
  readonly name: string
  readonly kind: 'read-only' | 'additive' | 'destructive'
  /** The one control operation that it is. */
  readonly calls: string
  readonly arguments: Readonly<Record<string, ArgumentRow>>
  /** Groups of arguments of which one at least must be given. */
  readonly oneOf?: readonly (readonly string[])[]
}

export interface ArgumentRow {
  /** Where it goes in the call: `path.database_cluster_uuid`, `query.page`, `body.mysql_settings.auth_plugin`. */
  readonly to: string
  /** What its text becomes; as it is when left out. */
  readonly as?: 'integer' | 'list' | 'boolean' | 'json'
}
