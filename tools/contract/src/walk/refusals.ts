/** The examples that the sandbox does not take, and why that is right. One that it takes after all is a finding, so that none stays here too long. */
export interface Refusal {
  readonly status: number
  readonly reason: string
}

const pushed: Refusal = {
  status: 404,
  reason: 'Images come into a registry by a push, which is no operation of the platform: a registry here stays empty.',
}
const kit: Refusal = {
  status: 404,
  reason: 'Workspaces and deployments of a development kit are made by that kit and not by the platform.',
}

/** By operation, or by `operation:example` for one of its bodies. */
export const refusals: Readonly<Record<string, Refusal>> = {
  'domainRecords_create:soa': {
    status: 409,
    reason: 'Every domain has its SOA record from the beginning; the example shows the form of a request that is always refused.',
  },
  'dropletActions_create:change_kernel': { status: 422, reason: 'Every image on offer boots the kernel on its own disk.' },
  'evaluations_create_test_case:kit': kit,
  'evaluations_run_test_case:deployment': kit,
  modelAccessKeys_create: {
    status: 410,
    reason: 'The platform makes these keys in the control panel only: the operation always answers 410.',
  },
  registries_delete_repository: pushed,
  registries_delete_repository_manifest: pushed,
  registries_list_repository_manifests: pushed,
  registries_list_repository_tags: pushed,
  registry_delete_repository_manifest: pushed,
  registry_list_repository_manifests: pushed,
  registry_list_repository_tags: pushed,
}
