import type { Family } from '../tool-case.ts'

const rule = { EntryProtocol: 'http', EntryPort: 80, TargetProtocol: 'http', TargetPort: 8080 }
const dns = { EntryProtocol: 'tcp', EntryPort: 5432, TargetProtocol: 'tcp', TargetPort: 5432 }
const droplet = { Region: 'nyc3', Size: 's-1vcpu-1gb', ImageSlug: 'ubuntu-24-04-x64' }

export const loadBalancers: Family = {
  name: 'load balancers',
  steps: [
    { tool: 'droplet-create', with: { ...droplet, Name: 'one' }, keep: { one: 'id' } },
    { tool: 'droplet-create', with: { ...droplet, Name: 'two' }, keep: { two: 'id' } },
    {
      tool: 'lb-create',
      after: 120,
      with: {
        Name: 'front',
        Region: 'nyc3',
        Type: 'REGIONAL',
        Network: 'EXTERNAL',
        NetworkStack: 'IPV4',
        SizeUnit: 2,
        ForwardingRules: [rule],
        DropletIDs: ['{one}'],
      },
      keep: { balancer: 'id' },
      shows: { name: 'front' },
    },
    {
      tool: 'lb-get',
      after: 300,
      with: { LoadBalancerID: '{balancer}' },
      keep: { address: 'ip' },
      shows: { status: 'active', droplet_ids: ['{one}'], size_unit: 2 },
    },
    { tool: 'lb-list', shows: { '#': 1 } },
    {
      tool: 'lb-add-droplets',
      with: { LoadBalancerID: '{balancer}', DropletIDs: ['{two}'] },
      holds: ['/v2/load_balancers/{balancer}', { 'load_balancer.droplet_ids.#': 2 }],
    },
    {
      tool: 'lb-remove-droplets',
      with: { LoadBalancerID: '{balancer}', DropletIDs: ['{one}'] },
      holds: ['/v2/load_balancers/{balancer}', { 'load_balancer.droplet_ids': ['{two}'] }],
    },
    {
      tool: 'lb-add-fwd-rules',
      with: { LoadBalancerID: '{balancer}', ForwardingRules: [dns] },
      holds: ['/v2/load_balancers/{balancer}', { 'load_balancer.forwarding_rules.#': 2 }],
    },
    {
      tool: 'lb-remove-fwd-rules',
      with: { LoadBalancerID: '{balancer}', ForwardingRules: [dns] },
      holds: ['/v2/load_balancers/{balancer}', { 'load_balancer.forwarding_rules.#': 1 }],
    },
    {
      tool: 'lb-update',
      with: {
        LoadBalancerID: '{balancer}',
        Name: 'gate',
        Region: 'nyc3',
        Type: 'REGIONAL',
        SizeUnit: 3,
        ForwardingRules: [rule],
        DropletIDs: ['{two}'],
      },
      shows: { name: 'gate', size_unit: 3 },
    },
    { tool: 'lb-delete-cache', with: { LoadBalancerID: '{balancer}' }, refused: '422' },
    {
      tool: 'lb-create',
      with: {
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
      keep: { world: 'id' },
    },
    { tool: 'lb-get', after: 600, with: { LoadBalancerID: '{world}' }, shows: { type: 'GLOBAL', 'glb_settings.cdn.is_enabled': true } },
    { tool: 'lb-delete-cache', with: { LoadBalancerID: '{world}' } },
    {
      tool: 'lb-create',
      with: { Name: 'raw', Region: 'nyc3', Type: 'REGIONAL_NETWORK', SizeUnit: 1, ForwardingRules: [dns], Tag: 'raw' },
      keep: { raw: 'id' },
    },
    { tool: 'lb-get', after: 600, with: { LoadBalancerID: '{raw}' }, shows: { type: 'REGIONAL_NETWORK', tag: 'raw' } },
    { tool: 'lb-delete', with: { LoadBalancerID: '{raw}' } },
    { tool: 'lb-delete', with: { LoadBalancerID: '{world}' } },
    { tool: 'lb-delete', with: { LoadBalancerID: '{balancer}' } },
    { tool: 'lb-get', with: { LoadBalancerID: '{balancer}' }, refused: '404' },
  ],
}
