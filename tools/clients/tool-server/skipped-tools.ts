/** Tools that are not called, with the reason. */
export interface SkippedTools {
  readonly tools: RegExp
  readonly reason: string
}

export const skippedTools: readonly SkippedTools[] = [
  { tools: /^docs-/, reason: 'they read the documentation from another host' },
  {
    tools: /^functions-(create-or-update|delete|get|invoke|list)-(action|package|activation)/,
    reason: 'they call the API host of the namespace, which the sandbox does not emulate',
  },
  { tools: /^genai-simulation-/, reason: 'the specification has no simulations: their operations are not public' },
]
