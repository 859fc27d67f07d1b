/** One-click applications for Kubernetes clusters, with the main workload of each. Those for droplets are images. */
export interface ClusterApplication {
  readonly slug: string
  readonly namespace: string
  readonly workload: string
}

export const clusterApplications: readonly ClusterApplication[] = [
  { slug: 'argocd', namespace: 'argocd', workload: 'argocd-server' },
  { slug: 'cert-manager', namespace: 'cert-manager', workload: 'cert-manager' },
  { slug: 'fluxcd', namespace: 'flux-system', workload: 'source-controller' },
  { slug: 'harbor', namespace: 'harbor', workload: 'harbor-core' },
  { slug: 'ingress-nginx', namespace: 'ingress-nginx', workload: 'ingress-nginx-controller' },
  { slug: 'jaeger', namespace: 'observability', workload: 'jaeger-operator' },
  { slug: 'keda', namespace: 'keda', workload: 'keda-operator' },
  { slug: 'kube-state-metrics', namespace: 'kube-state-metrics', workload: 'kube-state-metrics' },
  { slug: 'linkerd2', namespace: 'linkerd', workload: 'linkerd-destination' },
  { slug: 'loki', namespace: 'loki-stack', workload: 'loki' },
  { slug: 'metrics-server', namespace: 'metrics-server', workload: 'metrics-server' },
  { slug: 'monitoring', namespace: 'kube-prometheus-stack', workload: 'kube-prometheus-stack-grafana' },
  { slug: 'openfaas', namespace: 'openfaas', workload: 'gateway' },
  { slug: 'traefik', namespace: 'traefik', workload: 'traefik' },
  { slug: 'vault', namespace: 'vault', workload: 'vault-agent-injector' },
  { slug: 'velero', namespace: 'velero', workload: 'velero' },
]
