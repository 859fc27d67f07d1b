/** Zero values that are refused, with the reason. A reason for which nothing is refused is a finding. */

/** Places by reason, each as `operation: property`, where `*` matches any text. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  'Tools name every invalid argument, and their hosts send only arguments that are set.': ['tools_*'],
  'The inference APIs refuse what the formats of their clients refuse, and those clients leave out what is not set.': [
    'agentInference_*',
    'asyncInvoke_*',
    'batches_*',
    'chat_*',
    'imageGenerations_*',
    'messages_*',
    'responses_*',
  ],
  'The platform was seen to refuse the value: spec/observed.tsv.': ['cdnEndpoints_update: ttl', 'domains_create: ip_address'],
  'A client authenticates with both or with neither.': ['oauth_tokens_*: client_*'],
  'One of several fields must be given, and the body has no other.': [
    'agents_create: model_uuid',
    'databases_autoscale_update: storage',
    'databases_resize: all at *',
    'evaluations_runs_create: agent_uuids',
    'knowledgeBases_*: *web_crawler_data_source',
    'modelEvaluations_runs_create: *',
    'partnerNetworkConnect_attachments_update: name',
    'scenarioSets_*: *',
    'volumes_create: region',
    'volumes_create: size_gigabytes',
  ],
  'The field is required together with another one of the body.': [
    'agents_functions_update: faas_*',
    'apps_*: *alerts.*',
    'apps_*: *autoscaling*',
    'apps_*: *cluster_name',
    'apps_*: *instance_size_slug',
    'cdnEndpoints_update: c*',
    'customModels_import: source_ref.repo_id',
    'databases_autoscale_update: storage.*',
    'dedicatedInferences_*: spec.model_deployments.*.model_slug',
    'droplets_autoscalePools_*: config.target_cpu_utilization',
    'firewalls_*: *_rules.*.ports',
    'knowledgeBases_*: reranking_config.model',
    'loadBalancers_create: region',
    'loadBalancers_update: forwarding_rules.*.certificate_id',
    'monitoring_destinations_*: config.cluster_uuid',
    'uptime_alerts_update: *',
  ],
  'An app has at least one component, a component exactly one source, a route exactly one target, and a log destination exactly one service.':
    [
      'apps_*: *services',
      'apps_*: *.git*',
      'apps_*: *bitbucket',
      'apps_*: *.ingress.rules.*',
      'apps_*: *.log_destinations.*',
      'apps_detect: git*',
    ],
  'A region has a default VPC.': ['vpcs_*: default'],
  'A code verifier has at least 43 characters: RFC 7636.': ['oauth_tokens_exchange: code_verifier'],
  'A firewall and a load balancer need a rule.': ['firewalls_*: all at *', 'loadBalancers_*: forwarding_rules'],
  'The droplets of the body are in the VPC that the body names, not in the default one.': ['loadBalancers_create: vpc_uuid'],
  'The setting belongs to another engine; clients have one type for each engine.': ['databases_config_update: config.*'],
}

const patterns = Object.entries(refusals).flatMap(([reason, places]) =>
  places.map((place) => ({
    reason,
    pattern: new RegExp(
      `^${place
        .split('*')
        .map((part) => part.replaceAll('.', String.raw`\.`))
        .join('.*')}$`,
    ),
  })),
)

export function findZeroRefusal(title: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(title))?.reason
}

export function listUnusedRefusals(used: ReadonlySet<string>): string[] {
  return Object.keys(refusals).filter((reason) => !used.has(reason))
}
