/** The verbs an operationId may have. spec/README.md prints the same list; a test compares them. */
export const verbs = [
  'list', 'get', 'create', 'update', 'patch', 'replace', 'delete', 'act', 'purge', 'install', 'validate', 'resize', 'migrate', 'promote', 'upgrade',
  'reset', 'assign', 'unassign', 'add', 'remove', 'cancel', 'retry', 'start', 'stop', 'restore', 'search', 'call', 'exchange', 'refresh', 'revoke',
  'authorize', 'run', 'attach', 'detach', 'recycle', 'rollback', 'commit', 'revert', 'transfer', 'rotate', 'accept', 'decline', 'invoke',
] as const
