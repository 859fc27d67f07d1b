/** Examples that the sandbox refuses, with the reason. An entry whose example succeeds is a finding. */
export interface KnownRefusal {
  readonly status: number
  readonly reason: string
}

const kit: KnownRefusal = {
  status: 404,
  reason: 'Workspaces and deployments of a development kit are made by that kit and not by the platform.',
}

/** Refusals by operation, or by `operation:example` for one of its bodies. */
export const knownRefusals: Readonly<Record<string, KnownRefusal>> = {
  'domains_records_create:soa': {
    status: 409,
    reason: 'Every domain has its SOA record from the beginning; the example shows the form of a request that is always refused.',
  },
  'droplets_actions_create:change_kernel': { status: 422, reason: 'Every image on offer boots the kernel on its own disk.' },
  'evaluations_testCases_create:kit': kit,
  'evaluations_runs_create:deployment': kit,
  modelAccessKeys_create: {
    status: 410,
    reason: 'The platform creates these keys only in the control panel: the operation always returns 410.',
  },
}
