/** Requirements on resources: properties, kinds, names and limits. */
import { describe, expect } from 'vitest'
import type { OperationEntry } from '../load-specification.ts'
import { rule, specification } from '../rules/rule.ts'
import {
  expectEach,
  findReplyProperty,
  isObject,
  isOfType,
  getJsonReply,
  findSchema,
  findNamedSchema,
  getNamedSchema,
  getOperation,
  getParameter,
  validateParameter,
  validateBody,
  findBodyProperty,
  listReplyExamples,
  getBodyExample,
  omitProperties,
} from './find-schema.ts'

interface ActionBody {
  readonly action: { readonly status: string; readonly started_at: string; readonly completed_at: string | null }
}

/** Actions in the reply examples of these operations. */
function sampleActions(bound: readonly OperationEntry[]): ActionBody['action'][] {
  return bound.flatMap(({ operation: { id } }) =>
    listReplyExamples(id).flatMap((reply) => {
      const { action, actions = [] } = reply as { action?: ActionBody['action']; actions?: ActionBody['action'][] }
      return action ? [action] : actions
    }),
  )
}

function expectAction(bound: readonly OperationEntry[]): void {
  for (const entry of bound) {
    const { id } = entry.operation
    const names = Object.keys(findReplyProperty(id).properties ?? {})
    const root = names.includes('action') ? 'action' : 'actions.*'
    expect(isObject(entry, findReplyProperty(id, root)), id).toBe(true)
    expect(entry.operation.action?.types.length, id).toBeGreaterThan(0)
  }
}

describe('actions', () => {
  rule('actions-status-current', () => {
    expect(findNamedSchema('Action').required).toContain('status')
    expect(findNamedSchema('Action', 'status').enum).toEqual(['in-progress', 'completed', 'errored'])
  })
  rule('actions-timestamps', (bound) => {
    expect(findNamedSchema('Action').required).toEqual(expect.arrayContaining(['started_at', 'completed_at']))
    for (const name of ['started_at', 'completed_at']) expect(findNamedSchema('Action', name).format).toBe('date-time')
    const actions = sampleActions(bound)
    expect(new Set(actions.map(({ status }) => status))).toContain('in-progress')
    for (const { status, started_at: start, completed_at: end } of actions) {
      expect(end === null).toBe(status === 'in-progress')
      if (end !== null) expect(Date.parse(end)).toBeGreaterThanOrEqual(Date.parse(start))
    }
  })
  rule('actions-resource-type-and-id', () => {
    expect(findNamedSchema('Action').required).toEqual(expect.arrayContaining(['resource_type', 'resource_id']))
    expect([
      isOfType(findNamedSchema('Action', 'resource_type'), 'string'),
      isOfType(findNamedSchema('Action', 'resource_id'), 'integer'),
    ]).toEqual([true, true])
  })
  rule('actions-droplet-returns-action', expectAction)
  rule('actions-volume-returns-action', expectAction)
  rule('actions-image-returns-action', expectAction)
  rule('actions-nfs-returns-action', expectAction)
  rule('actions-reserved-ip-returns-action', expectAction)
  rule('actions-floating-ip-returns-action', expectAction)
  rule('actions-reserved-stanza', (bound) => {
    expectEach(bound, ({ operation: { id } }) => {
      const { properties = {}, required = [] } = findReplyProperty(id)
      return ['reserved_ips', 'floating_ips'].every((name) => name in properties && !required.includes(name))
    })
  })
})

describe('droplets', () => {
  rule('lock-boolean', (bound) => {
    const getPath = (id: string) => (id === 'droplets_get' ? 'droplet.locked' : 'droplets.*.locked')
    expectEach(bound, ({ operation: { id } }) => isOfType(findReplyProperty(id, getPath(id)), 'boolean'))
    expect(findNamedSchema('Droplet').required).toContain('locked')
  })
  rule('sizes-required-for-droplet', () => {
    expect(validateBody('droplets_create', getBodyExample('droplets_create'))).toEqual([])
    expect(validateBody('droplets_create', omitProperties(getBodyExample('droplets_create'), 'size'))).not.toEqual([])
  })
})

const uuid = '4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71679'
const expectAssignment = (urn: string) => validateBody('projects_resources_assign', { resources: [urn] })

/** Checks that the URN is accepted in project assignments and documented by the resource. */
function expectUrn(kind: string, id: string, schema?: string): void {
  expect(expectAssignment(`do:${kind}:${id}`)).toEqual([])
  if (schema) expect(getNamedSchema(schema).resource?.urn).toMatch(new RegExp(`^do:${kind}:\\{\\w+\\}$`))
}

const expectResourceStatus = (bound: readonly OperationEntry[]) =>
  expectEach(bound, ({ operation: { id } }) => findReplyProperty(id, 'resources.*').required?.includes('status') === true)

describe('project resources', () => {
  rule('urn-form', (bound) => {
    for (const wrong of ['droplet:1', 'do:droplet', 'do:droplet:', 'do:planet:1', 'urn:do:droplet:1', `do:${uuid}`])
      expect(expectAssignment(wrong), wrong).not.toEqual([])
    const urns = bound.flatMap(({ operation: { id } }) =>
      listReplyExamples(id).flatMap((reply) => (reply as { resources: { urn: string }[] }).resources),
    )
    for (const { urn } of urns) expect(urn).toMatch(/^do:[a-z]+:.+$/)
  })
  rule('urn-app', () => expectUrn('app', uuid))
  rule('urn-database', () => expectUrn('dbaas', uuid, 'DatabaseCluster'))
  rule('urn-domain', () => expectUrn('domain', 'tidewater.example', 'Domain'))
  rule('urn-droplet', () => expectUrn('droplet', '412800101', 'Droplet'))
  rule('urn-floating-ip', () => expectUrn('floatingip', '203.0.113.25', 'ReservedIp'))
  rule('urn-kubernetes', () => expectUrn('kubernetes', uuid))
  rule('urn-load-balancer', () => expectUrn('loadbalancer', uuid, 'LoadBalancer'))
  rule('urn-space', () => expectUrn('space', 'covers'))
  rule('urn-volume', () => expectUrn('volume', uuid, 'Volume'))
  rule('project-status-on-assign', expectResourceStatus)
  rule('project-status-on-read', expectResourceStatus)
  rule('project-status-not-a-lifecycle', () => {
    expect(findNamedSchema('ProjectResource', 'status').enum?.toSorted()).toEqual([
      'already_assigned',
      'assigned',
      'not_found',
      'ok',
      'service_down',
    ])
    expect(getNamedSchema('ProjectResource').lifecycle).toBeUndefined()
  })
})

describe('domains', () => {
  rule('records-nine-types', (bound) => {
    const nine = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'SOA', 'SRV', 'TXT']
    expect([...(findNamedSchema('DomainRecord', 'type').enum ?? [])].toSorted()).toEqual(nine)
    for (const id of bound.map((entry) => entry.operation.id).filter((each) => /_(create|replace|update)$/.test(each))) {
      // An update has one shape for all types, because a record keeps its type.
      const branches = findBodyProperty(id).oneOf ?? [findBodyProperty(id)]
      const types = branches
        .map((branch) => findSchema(getOperation(id), branch, 'type'))
        .flatMap(({ const: one, enum: several }) => several ?? [one])
      expect(types.toSorted(), id).toEqual(nine)
    }
  })
  rule('path-domains-create', () => {
    expect(validateBody('domains_create', { name: 'tidewater.example', ip_address: '203.0.113.10' })).toEqual([])
    for (const broken of [
      { ip_address: '203.0.113.10' },
      { name: 'not a domain', ip_address: '203.0.113.10' },
      { name: 'tidewater.example', ip_address: 1 },
    ]) {
      expect(validateBody('domains_create', broken)).not.toEqual([])
    }
  })
  rule('path-domains-create-response', () =>
    expect(Object.keys(findReplyProperty('domains_create', 'domain').properties ?? {})).toEqual(
      expect.arrayContaining(['name', 'ttl', 'zone_file']),
    ),
  )
})

describe('images and snapshots', () => {
  rule('images-five-kinds', () => {
    // Distributions and applications both have type `base`; the filter of the list separates them.
    expect(findNamedSchema('Image', 'type').enum).toEqual(expect.arrayContaining(['snapshot', 'backup', 'custom', 'base']))
    expect(getParameter('images_list', 'type').schema.enum?.toSorted()).toEqual(['application', 'distribution'])
  })
  rule('path-images-list', () => expect(isOfType(findReplyProperty('images_list', 'images'), 'array')).toBe(true))
  rule('path-images-private', () => {
    const { in: location, required, schema } = getParameter('images_list', 'private')
    expect([location, required, schema.type]).toEqual(['query', false, 'boolean'])
  })
  rule('snapshots-resource-type', () => {
    expect(findNamedSchema('Snapshot', 'resource_type').enum).toEqual(['droplet', 'volume'])
    expect(findNamedSchema('Snapshot').required).toContain('resource_type')
  })
  rule('snapshots-min-disk-size', () => {
    expect(isOfType(findNamedSchema('Snapshot', 'min_disk_size'), 'integer')).toBe(true)
    expect(findNamedSchema('Snapshot').required).toContain('min_disk_size')
  })
  rule('path-snapshots', (bound) => {
    for (const { operation: each } of bound) expect(each.path).toMatch(/^\/v2\/snapshots(\/|$)/)
  })
})

describe('tags and sizes', () => {
  rule('tags-name', () => {
    expect(validateBody('tags_create', { name: 'env:prod' })).toEqual([])
    expect(validateBody('tags_create', {})).not.toEqual([])
    expect(isOfType(findReplyProperty('tags_get', 'tag.name'), 'string')).toBe(true)
  })
  rule('tags-resources-embedded', () => {
    for (const name of ['droplets', 'images', 'volumes', 'volume_snapshots', 'databases'])
      expect(findNamedSchema('Tag', `resources.${name}`).required).toContain('count')
    expect(findNamedSchema('Tag').required).toContain('resources')
  })
  rule('tags-five-kinds', () => {
    const kinds = findBodyProperty('tags_resources_assign', 'resources.*.resource_type').enum
    // Observed: clients tag load balancers too, a firewall is accepted without effect, and a domain returns 404.
    const others = ['domain', 'firewall', 'load_balancer']
    expect(kinds?.toSorted()).toEqual(['database', 'droplet', 'image', 'volume', 'volume_snapshot', ...others].toSorted())
    const taggable = specification.model.apis.flatMap((api) =>
      api.families.flatMap(({ schemas }) => schemas.filter(({ resource }) => resource?.taggable)),
    )
    expect(taggable.map(({ name }) => name)).toEqual(expect.arrayContaining(['Droplet', 'Image', 'Volume', 'DatabaseCluster']))
  })
  rule('sizes-hardware', () =>
    expect(findReplyProperty('sizes_list', 'sizes.*').required).toEqual(expect.arrayContaining(['memory', 'vcpus', 'disk', 'transfer'])),
  )
  rule('sizes-prices', () =>
    expect(findReplyProperty('sizes_list', 'sizes.*').required).toEqual(expect.arrayContaining(['price_monthly', 'price_hourly'])),
  )
  rule('sizes-regions', () => expect(isOfType(findReplyProperty('sizes_list', 'sizes.*.regions'), 'array')).toBe(true))
})

const getVolume = (size: number) => validateBody('volumes_create', { ...getBodyExample('volumes_create'), size_gigabytes: size })

function volumeSizes(): void {
  for (const size of [1, 16_384]) expect(getVolume(size), String(size)).toEqual([])
  for (const size of [0, 16_385, 1.5]) expect(getVolume(size), String(size)).not.toEqual([])
  const resize = { type: 'resize', region: 'nyc3' }
  for (const size of [1, 16_384]) expect(validateBody('volumes_actions_create', { ...resize, size_gigabytes: size })).toEqual([])
  for (const size of [0, 16_385]) expect(validateBody('volumes_actions_create', { ...resize, size_gigabytes: size })).not.toEqual([])
}

describe('volumes', () => {
  rule('volumes-size-range', volumeSizes)
  rule('limit-volume-size', volumeSizes)
  rule('path-volume-actions', (bound) => {
    for (const { operation: each } of bound) expect(each.action?.types).toEqual(expect.arrayContaining(['attach', 'detach']))
    expectAction(bound)
  })
})

describe('certificates', () => {
  rule('certificates-two-kinds', () => {
    expect(findNamedSchema('Certificate', 'type').enum?.toSorted()).toEqual(['custom', 'lets_encrypt'])
    expect(findBodyProperty('certificates_create').oneOf).toHaveLength(2)
  })
  rule('certificates-load-balancer-tls', (bound) => {
    for (const { operation: each } of bound)
      expect(isOfType(findNamedSchema('LoadBalancerForwardingRuleCreate', 'certificate_id'), 'string'), each.id).toBe(true)
    expect(findNamedSchema('LoadBalancerForwardingRule', 'entry_protocol').enum).toContain('https')
  })
  rule('certificates-cdn-subdomain', (bound) => {
    for (const name of ['certificate_id', 'custom_domain'])
      expectEach(bound, ({ operation: { id } }) => isOfType(findBodyProperty(id, name), 'string'))
  })
})

const expectAdded = (prefix: string) => validateBody('byoipPrefixes_create', { ...getBodyExample('byoipPrefixes_create'), prefix })

describe('addresses', () => {
  rule('byoip-ipv4-only', () => {
    expect(expectAdded('203.0.113.0/24')).toEqual([])
    for (const prefix of ['2001:db8::/24', '2001:db8::/48', '203.0.113.0', '203.0.300.0/24'])
      expect(expectAdded(prefix), prefix).not.toEqual([])
  })
  rule('limit-byoip-size', () => {
    for (const bits of [18, 19, 20, 21, 22, 23, 24]) expect(expectAdded(`203.0.64.0/${bits}`), String(bits)).toEqual([])
    for (const bits of [8, 17, 25, 32, 240]) expect(expectAdded(`203.0.64.0/${bits}`), String(bits)).not.toEqual([])
  })
  rule('reserved-ip-one-droplet', (bound) => {
    for (const { operation: each } of bound)
      expect(isOfType(findSchema(getOperation(each.id), findBodyProperty(each.id).oneOf?.[0] ?? {}, 'droplet_id'), 'integer')).toBe(true)
    // An object, or null when unassigned.
    expect(findNamedSchema('ReservedIp', 'droplet').oneOf?.map((branch) => branch.type ?? branch.$ref)).toEqual([
      'null',
      '#/components/schemas/Droplet',
    ])
  })
})

describe('databases', () => {
  rule('databases-size-slug', () => {
    const sizes = listReplyExamples('databases_options_list').flatMap((reply) =>
      Object.values((reply as { options: Record<string, { layouts: { sizes: string[] }[] }> }).options).flatMap(({ layouts }) =>
        layouts.flatMap((layout) => layout.sizes),
      ),
    )
    expect(sizes.length).toBeGreaterThan(0)
    for (const slug of [...sizes, getBodyExample('databases_create')['size']])
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9.]+)*-\d+vcpu-\d+gb$/)
  })
  rule('databases-options-list-slugs', () => {
    for (const engine of ['pg', 'mysql', 'redis', 'valkey', 'mongodb', 'kafka', 'opensearch']) {
      for (const name of ['regions', 'versions', 'layouts'])
        expect(isOfType(findReplyProperty('databases_options_list', `options.${engine}.${name}`), 'array')).toBe(true)
    }
  })
  rule('path-databases-options', (bound) =>
    expect(bound.map(({ operation: each }) => `${each.method} ${each.path}`)).toEqual(['get /v2/databases/options']),
  )
})

const insights = 'billing_insights_list'

describe('billing', () => {
  rule('billing-urn-forms', () => {
    for (const kind of ['team', 'teamgroup']) expect(validateParameter(insights, 'account_urn', `do:${kind}:${uuid}`)).toEqual([])
    for (const wrong of ['do:team:', uuid, `do:user:${uuid}`, 'do:team:1'])
      expect(validateParameter(insights, 'account_urn', wrong), wrong).not.toEqual([])
  })
  rule('invoices-preview', (bound) => {
    const single = bound.filter((entry) => entry.operation.path.includes('{invoice_uuid}'))
    expect(single).toHaveLength(4)
    for (const { operation: each } of single) {
      for (const value of ['preview', uuid]) expect(validateParameter(each.id, 'invoice_uuid', value), each.id).toEqual([])
      expect(validateParameter(each.id, 'invoice_uuid', 'latest'), each.id).not.toEqual([])
    }
  })
  rule('path-invoices', (bound) =>
    expect(bound.map(({ operation: { path } }) => path)).toEqual(
      expect.arrayContaining(['/v2/customers/my/invoices', '/v2/customers/my/invoices/{invoice_uuid}']),
    ),
  )
  rule('path-billing-history', () =>
    expect(findReplyProperty('billing_history_list', 'billing_history.*.type').enum).toEqual(
      expect.arrayContaining(['Payment', 'Invoice', 'Credit']),
    ),
  )
  rule('path-billing-insights', (bound) => {
    expect(bound.map(({ operation: { path } }) => path)).toEqual(['/v2/billing/{account_urn}/insights/{start_date}/{end_date}'])
    expect(findReplyProperty(insights, 'data_points.*').required).toEqual(
      expect.arrayContaining(['total_amount', 'region', 'sku', 'description']),
    )
  })
  rule('path-billing-insights-dates', () => {
    for (const name of ['start_date', 'end_date']) {
      expect(validateParameter(insights, name, '2026-03-14')).toEqual([])
      for (const wrong of ['14-03-2026', '2026-03', '2026-03-14T09:00:00Z'])
        expect(validateParameter(insights, name, wrong), wrong).not.toEqual([])
    }
    expect(findReplyProperty(insights, 'data_points.*.start_date').format).toBe('date')
  })
  rule('path-balance', ([entry]) =>
    expect([entry?.operation.parameters, getJsonReply(entry as OperationEntry) !== undefined]).toEqual([[], true]),
  )
})
