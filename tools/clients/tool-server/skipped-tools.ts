/** Tools that are not called, and why. */
export interface SkippedTools {
  readonly tools: RegExp
  readonly reason: string
}

export const skippedTools: readonly SkippedTools[] = [
  { tools: /^docs-/, reason: 'they read the documentation at its own host' },
  {
    tools: /^functions-(create-or-update|delete|get|invoke|list)-(action|package|activation)/,
    reason: "they ask the namespace's own API host, where nothing runs",
  },
  { tools: /^genai-simulation-/, reason: 'the contract has no simulations: its operations are not public' },
]
