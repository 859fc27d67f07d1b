/** MCP servers of an agent. Only the last four characters of the authorization are stored, as replies show no more. */
import { unprocessable } from '../../engine/failure.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import type { Operations } from '../../generated/types.ts'
import type { Agent } from './agent-state.ts'
import { maskSecret } from './agent-reply.ts'

/** @throws Failure 422 */
export function parseToolServers(servers: Operations['agents_create']['body']['mcp_servers']): DeepReadonly<Agent['mcp_servers']> {
  const seen = new Set<string>()
  return (servers ?? []).map(({ server_label: label, server_url: url, authorization, headers, allowed_tools: tools }, index) => {
    if (seen.has(label)) throw unprocessable(`mcp_servers.${index}.server_label: "${label}" is used twice.`)
    seen.add(label)
    if (!/^https:\/\/[^/]/i.test(url)) throw unprocessable(`mcp_servers.${index}.server_url: must begin with https://.`)
    return {
      server_label: label,
      server_url: url,
      ...(authorization && { authorization: maskSecret(authorization) }),
      ...(headers && { headers }),
      allowed_tools: tools ?? [],
    }
  })
}
