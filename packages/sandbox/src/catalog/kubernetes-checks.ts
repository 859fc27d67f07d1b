/** Cluster lint checks and their groups. */
export const kubernetesChecks: Readonly<Record<string, readonly string[]>> = {
  'admission-controller-webhook': ['basic', 'upgrade'],
  'bare-pods': ['basic', 'upgrade'],
  'default-namespace': ['basic'],
  'fully-qualified-image': ['containerd'],
  'host-path-volume': ['basic', 'upgrade'],
  'latest-tag': ['basic'],
  'node-labels-and-taints': ['upgrade'],
  'node-name-pod-selector': ['upgrade'],
  'non-root-user': ['security'],
  'pod-state': ['workload-health'],
  'privileged-containers': ['security'],
  'unset-memory-limit': ['basic'],
  'unused-config-map': ['basic'],
  'unused-secret': ['basic'],
  'unused-volume-claim': ['basic'],
}
