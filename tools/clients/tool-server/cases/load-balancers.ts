import type { Family } from '../tool-case.ts'

const rule = { EntryProtocol: 'http', EntryPort: 80, TargetProtocol: 'http', TargetPort: 8080 }
const dns = { EntryProtocol: 'tcp', EntryPort: 5432, TargetProtocol: 'tcp', TargetPort: 5432 }
const droplet = { Region: 'nyc3', Size: 's-1vcpu-1gb', ImageSlug: 'ubuntu-24-04-x64' }

export const loadBalancers: Family = {
  name: 'load balancers',
  steps: [
    { tool: 'droplet-create', input: { ...droplet, Name: 'one' }, save: { one: 'id' } },
    { tool: 'droplet-create', input: { ...droplet, Name: 'two' }, save: { two: 'id' } },
    {
      tool: 'lb-create',
      advanceSeconds: 120,
      input: {
        Name: 'front',
        Region: 'nyc3',
        Type: 'REGIONAL',
        Network: 'EXTERNAL',
        NetworkStack: 'IPV4',
        SizeUnit: 2,
        ForwardingRules: [rule],
        DropletIDs: ['{one}'],
      },
      save: { balancer: 'id' },
      expected: { name: 'front' },
    },
    {
      tool: 'lb-get',
      advanceSeconds: 300,
      input: { LoadBalancerID: '{balancer}' },
      save: { address: 'ip' },
      expected: { status: 'active', droplet_ids: ['{one}'], size_unit: 2 },
    },
    { tool: 'lb-list', expected: { '#': 1 } },
    {
      tool: 'lb-add-droplets',
      input: { LoadBalancerID: '{balancer}', DropletIDs: ['{two}'] },
      expectedState: ['/v2/load_balancers/{balancer}', { 'load_balancer.droplet_ids.#': 2 }],
    },
    {
      tool: 'lb-remove-droplets',
      input: { LoadBalancerID: '{balancer}', DropletIDs: ['{one}'] },
      expectedState: ['/v2/load_balancers/{balancer}', { 'load_balancer.droplet_ids': ['{two}'] }],
    },
    {
      tool: 'lb-add-fwd-rules',
      input: { LoadBalancerID: '{balancer}', ForwardingRules: [dns] },
      expectedState: ['/v2/load_balancers/{balancer}', { 'load_balancer.forwarding_rules.#': 2 }],
    },
    {
      tool: 'lb-remove-fwd-rules',
      input: { LoadBalancerID: '{balancer}', ForwardingRules: [dns] },
      expectedState: ['/v2/load_balancers/{balancer}', { 'load_balancer.forwarding_rules.#': 1 }],
    },
    {
      tool: 'lb-update',
      input: {
        LoadBalancerID: '{balancer}',
        Name: 'gate',
        Region: 'nyc3',
        Type: 'REGIONAL',
        SizeUnit: 3,
        ForwardingRules: [rule],
        DropletIDs: ['{two}'],
      },
      expected: { name: 'gate', size_unit: 3 },
    },
    { tool: 'lb-delete-cache', input: { LoadBalancerID: '{balancer}' }, expectedError: '422' },
    {
      tool: 'lb-create',
      input: {
        Name: 'world',
        Type: 'GLOBAL',
        Network: 'EXTERNAL',
        DropletIDs: ['{one}'],
        GLBSettings: {
          TargetProtocol: 'http',
          TargetPort: 80,
          CDN: { IsEnabled: true },
          RegionPriorities: { nyc3: 1 },
          FailoverThreshold: 10,
        },
      },
      save: { world: 'id' },
    },
    {
      tool: 'lb-get',
      advanceSeconds: 600,
      input: { LoadBalancerID: '{world}' },
      expected: { type: 'GLOBAL', 'glb_settings.cdn.is_enabled': true },
    },
    { tool: 'lb-delete-cache', input: { LoadBalancerID: '{world}' } },
    {
      tool: 'lb-create',
      input: { Name: 'raw', Region: 'nyc3', Type: 'REGIONAL_NETWORK', SizeUnit: 1, ForwardingRules: [dns], Tag: 'raw' },
      save: { raw: 'id' },
    },
    { tool: 'lb-get', advanceSeconds: 600, input: { LoadBalancerID: '{raw}' }, expected: { type: 'REGIONAL_NETWORK', tag: 'raw' } },
    { tool: 'lb-delete', input: { LoadBalancerID: '{raw}' } },
    { tool: 'lb-delete', input: { LoadBalancerID: '{world}' } },
    { tool: 'lb-delete', input: { LoadBalancerID: '{balancer}' } },
    { tool: 'lb-get', input: { LoadBalancerID: '{balancer}' }, expectedError: '404' },
  ],
}
