/** Forwarding rules of a load balancer. */
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Rule = Kinds['LoadBalancer']['forwarding_rules'][number]
type ForwardingRuleInputs = Operations['loadBalancers_forwardingRules_add']['body']['forwarding_rules']

const withTls = new Set<Rule['entry_protocol']>(['https', 'http2', 'http3'])

/** Completes each rule. @throws Failure 422 for an invalid rule, or two rules with the same port */
export function parseForwardingRules(
  rules: ForwardingRuleInputs | null | undefined,
  type: Kinds['LoadBalancer']['type'],
  before: readonly Rule[] = [],
): Rule[] {
  const usedListeners = new Set(before.map(listenerOf))
  return (rules ?? []).map((request, index) => {
    const rule = complete(request)
    const path = `forwarding_rules.${index}`
    checkRule(rule, type, path)
    if (usedListeners.has(listenerOf(rule))) throw unprocessable(`${path}.entry_port: port ${rule.entry_port} has a rule already.`)
    usedListeners.add(listenerOf(rule))
    return rule
  })
}

/** Returns the remaining rules. @throws Failure 422 when a rule does not exist, or none would remain */
export function removeForwardingRules(before: readonly Rule[], rules: ForwardingRuleInputs): Rule[] {
  let left = [...before]
  for (const [index, request] of rules.entries()) {
    const text = JSON.stringify(complete(request))
    const rest = left.filter((rule) => JSON.stringify(rule) !== text)
    if (rest.length === left.length) throw unprocessable(`forwarding_rules.${index}: the load balancer has no such rule.`)
    left = rest
  }
  if (left.length === 0) throw unprocessable('forwarding_rules: at least one rule has to stay.')
  return left
}

function complete({
  entry_protocol,
  entry_port,
  target_protocol,
  target_port,
  certificate_id,
  tls_passthrough,
}: ForwardingRuleInputs[number]): Rule {
  return {
    entry_protocol,
    entry_port,
    target_protocol,
    target_port,
    certificate_id: certificate_id ?? '',
    tls_passthrough: tls_passthrough ?? false,
  }
}

function checkRule(rule: Rule, type: Kinds['LoadBalancer']['type'], path: string): void {
  const { entry_protocol: entry, target_protocol: target, certificate_id: certificate, tls_passthrough: passes } = rule
  const isPlain = (protocol: string) => protocol === 'tcp' || protocol === 'udp'
  if (type === 'REGIONAL_NETWORK' && !(isPlain(entry) && isPlain(target)))
    throw unprocessable(`${path}.entry_protocol: a REGIONAL_NETWORK load balancer passes on only tcp and udp.`)
  if ((entry === 'udp') !== (target === 'udp')) throw unprocessable(`${path}.target_protocol: udp can only be passed on as udp.`)
  if (withTls.has(entry) && certificate === '' && !passes)
    throw unprocessable(`${path}.certificate_id: must be given for ${entry}, unless tls_passthrough is true.`)
  if (certificate !== '' && passes)
    throw unprocessable(`${path}.tls_passthrough: TLS cannot both end here with a certificate and be passed on.`)
}

/** HTTP/3 uses UDP, so it can share a port number with HTTPS. */
function listenerOf({ entry_protocol: protocol, entry_port: port }: Rule): string {
  return `${protocol === 'udp' || protocol === 'http3' ? 'udp' : 'tcp'}:${port}`
}
