/** Requirements on the paths of the control API. */
import { describe, expect } from 'vitest'
import type { OperationEntry } from '../load-specification.ts'
import { rule } from '../rules/rule.ts'
import { findReplyProperty, isOfType, validateBody } from './find-schema.ts'

const formatOperations = (bound: readonly OperationEntry[]) =>
  bound.map(({ operation: { method, path } }) => `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`)

/** Checks that the operations exist, with any names of path parameters. */
const expectOperations = (bound: readonly OperationEntry[], ...lines: readonly string[]) =>
  expect(formatOperations(bound)).toEqual(expect.arrayContaining([...lines]))

describe('collections and objects', () => {
  rule('path-droplets-list', ([entry]) => {
    expect(formatOperations([entry as OperationEntry])).toEqual(['GET /v2/droplets'])
    expect(isOfType(findReplyProperty('droplets_list', 'droplets'), 'array')).toBe(true)
    expect(findReplyProperty('droplets_list').required?.toSorted()).toEqual(['droplets', 'meta'])
    expect(Object.keys(findReplyProperty('droplets_list').properties ?? {})).toContain('links')
  })
  rule('path-droplets-get', ([entry]) => {
    expect(formatOperations([entry as OperationEntry])).toEqual(['GET /v2/droplets/{}'])
    expect(findReplyProperty('droplets_get').required).toEqual(['droplet'])
  })
  rule('path-ssh-keys-list', (bound) => expect(formatOperations(bound)).toEqual(['GET /v2/account/keys']))
  rule('path-volumes', (bound) => expectOperations(bound, 'GET /v2/volumes', 'POST /v2/volumes', 'DELETE /v2/volumes/{}'))
  rule('path-cdn-endpoints', (bound) =>
    expectOperations(bound, 'GET /v2/cdn/endpoints', 'POST /v2/cdn/endpoints', 'DELETE /v2/cdn/endpoints/{}'),
  )
  rule('path-cdn-endpoint', (bound) =>
    expect(new Set(formatOperations(bound).map((line) => line.split(' ')[1]))).toEqual(new Set(['/v2/cdn/endpoints/{}'])),
  )
  rule('path-cdn-cache', ([entry]) => {
    expect(formatOperations([entry as OperationEntry])).toEqual(['DELETE /v2/cdn/endpoints/{}/cache'])
    expect(validateBody('cdnEndpoints_purgeCache', { files: ['covers/*', 'index.html'] })).toEqual([])
    for (const broken of [{}, { files: 'covers/*' }, { files: [1] }])
      expect(validateBody('cdnEndpoints_purgeCache', broken)).not.toEqual([])
  })
  rule('path-databases', (bound) =>
    expectOperations(
      bound,
      'GET /v2/databases',
      'POST /v2/databases',
      'DELETE /v2/databases/{}',
      'PUT /v2/databases/{}/resize',
      'GET /v2/databases/{}/replicas',
      'POST /v2/databases/{}/replicas',
      'DELETE /v2/databases/{}/replicas/{}',
      'GET /v2/databases/{}/config',
      'PATCH /v2/databases/{}/config',
    ),
  )
  rule('path-load-balancers', (bound) =>
    expectOperations(
      bound,
      'GET /v2/load_balancers',
      'POST /v2/load_balancers',
      'DELETE /v2/load_balancers/{}',
      'POST /v2/load_balancers/{}/droplets',
      'DELETE /v2/load_balancers/{}/droplets',
      'POST /v2/load_balancers/{}/forwarding_rules',
      'DELETE /v2/load_balancers/{}/forwarding_rules',
    ),
  )
  rule('path-firewalls', (bound) =>
    expectOperations(
      bound,
      'GET /v2/firewalls',
      'POST /v2/firewalls',
      'DELETE /v2/firewalls/{}',
      'POST /v2/firewalls/{}/rules',
      'DELETE /v2/firewalls/{}/rules',
    ),
  )
  rule('path-vpcs', (bound) =>
    expectOperations(
      bound,
      'GET /v2/vpcs',
      'POST /v2/vpcs',
      'PUT /v2/vpcs/{}',
      'PATCH /v2/vpcs/{}',
      'DELETE /v2/vpcs/{}',
      'GET /v2/vpcs/{}/members',
    ),
  )
  rule('path-kubernetes', (bound) =>
    expectOperations(
      bound,
      'GET /v2/kubernetes/clusters',
      'POST /v2/kubernetes/clusters',
      'DELETE /v2/kubernetes/clusters/{}',
      'PUT /v2/kubernetes/clusters/{}/node_pools/{}',
      'POST /v2/kubernetes/clusters/{}/node_pools/{}/recycle',
      'GET /v2/kubernetes/clusters/{}/kubeconfig',
    ),
  )
  rule('path-registry', (bound) => expectOperations(bound, 'GET /v2/registry', 'POST /v2/registry', 'DELETE /v2/registry'))
  rule('path-registries', (bound) =>
    expectOperations(bound, 'GET /v2/registries', 'POST /v2/registries', 'GET /v2/registries/{}', 'DELETE /v2/registries/{}'),
  )
  rule('path-spaces-keys', (bound) =>
    expectOperations(
      bound,
      'GET /v2/spaces/keys',
      'POST /v2/spaces/keys',
      'PUT /v2/spaces/keys/{}',
      'PATCH /v2/spaces/keys/{}',
      'DELETE /v2/spaces/keys/{}',
    ),
  )
  rule('path-uptime', (bound) =>
    expectOperations(
      bound,
      'GET /v2/uptime/checks',
      'POST /v2/uptime/checks',
      'DELETE /v2/uptime/checks/{}',
      'GET /v2/uptime/checks/{}/state',
    ),
  )
  rule('path-vector-databases', (bound) =>
    expectOperations(
      bound,
      'GET /v2/vector-databases',
      'POST /v2/vector-databases',
      'PUT /v2/vector-databases/{}',
      'POST /v2/vector-databases/{}/resize',
      'DELETE /v2/vector-databases/{}',
      'PUT /v2/vector-databases/{}/tags',
      'GET /v2/vector-databases/{}/credentials',
      'GET /v2/vector-databases/{}/backups',
      'POST /v2/vector-databases/{}/backups/{}/restore',
    ),
  )
  rule('path-vpc-nat-gateways', (bound) => {
    expectOperations(
      bound,
      'GET /v2/vpc_nat_gateways',
      'POST /v2/vpc_nat_gateways',
      'PUT /v2/vpc_nat_gateways/{}',
      'DELETE /v2/vpc_nat_gateways/{}',
    )
    expect(findReplyProperty('vpcNatGateways_get', 'vpc_nat_gateway').required).toContain('vpcs')
  })
})
