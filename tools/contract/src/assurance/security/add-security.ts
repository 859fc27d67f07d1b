import { defineVerification, formatExamples, programOption, textOption } from '../verification.ts'

export const addSecurity = defineVerification({
  name: 'security',
  description: 'Attack sandbox, client and MCP server as other sites and machines do, and look for secrets in every output.',
  options: { only: textOption('<text>', 'only the attempts with this text in their names'), program: programOption },
  maxPrinted: 100,
  help: formatExamples('security', 'security --only rebinding'),
  run: async (options) => (await import('./run-security.ts')).runSecurity(options),
})
