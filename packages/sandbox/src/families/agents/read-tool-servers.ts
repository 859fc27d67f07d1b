/** Reads the tool servers of a request. Of what authorises the platform to them, only the end is ever shown, so only that is kept. */
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { maskSecret } from './describe-agent.ts'

/** @throws Failure 422 */
export function readToolServers(given: unknown): Value[] {
  const servers = Array.isArray(given) ? given.filter(isRecord) : []
  const seen = new Set<unknown>()
  return servers.map(({ server_label: label, server_url: url, authorization, headers, allowed_tools: tools }, index) => {
    if (seen.has(label)) throw unprocessable(`mcp_servers.${index}.server_label: "${String(label)}" is there twice.`)
    seen.add(label)
    if (!/^https:\/\/[^/]/i.test(String(url))) throw unprocessable(`mcp_servers.${index}.server_url: must begin with https://.`)
    return {
      server_label: label,
      server_url: url,
      ...(typeof authorization === 'string' && authorization !== '' && { authorization: maskSecret(authorization) }),
      ...(isRecord(headers) && { headers }),
      allowed_tools: tools ?? [],
    }
  })
}
