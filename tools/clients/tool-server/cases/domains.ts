import type { Family } from '../tool-case.ts'

const Domain = 'tidewater.example'

export const domains: Family = {
  name: 'domains',
  steps: [
    { tool: 'domain-create', input: { Name: Domain, IPAddress: '203.0.113.7' }, expected: { name: Domain } },
    { tool: 'domain-get', input: { Name: Domain }, expected: { ttl: 1800 } },
    { tool: 'domain-list', expected: { '#': 1 } },
    { tool: 'domain-record-create', input: { Domain, Type: 'A', Name: 'www', Data: '203.0.113.8' }, save: { record: 'id' } },
    {
      tool: 'domain-record-create',
      input: { Domain, Type: 'CNAME', Name: 'shop', Data: 'www.tidewater.example.' },
      expected: { type: 'CNAME' },
    },
    { tool: 'domain-record-create', input: { Domain, Type: 'TXT', Name: '@', Data: 'v=spf1 -all' }, expected: { data: 'v=spf1 -all' } },
    { tool: 'domain-record-get', input: { Domain, RecordID: '{record}' }, expected: { data: '203.0.113.8' } },
    {
      tool: 'domain-record-edit',
      input: { Domain, RecordID: '{record}', Type: 'A', Name: 'www', Data: '203.0.113.9' },
      expectedState: ['/v2/domains/tidewater.example/records/{record}', { 'domain_record.data': '203.0.113.9' }],
    },
    { tool: 'domain-record-list', input: { Domain, PerPage: 50 } },
    { tool: 'domain-record-delete', input: { Domain, RecordID: '{record}' } },
    { tool: 'domain-record-get', input: { Domain, RecordID: '{record}' }, expectedError: '404' },
    {
      tool: 'lets-encrypt-certificate-create',
      input: { Name: 'web', DnsNames: [Domain, 'www.tidewater.example'] },
      save: { certificate: 'id' },
    },
    { tool: 'certificate-get', advanceSeconds: 300, input: { ID: '{certificate}' }, expected: { state: 'verified', type: 'lets_encrypt' } },
    { tool: 'certificate-list', expected: { '#': 1 } },
    {
      tool: 'custom-certificate-create',
      input: { Name: 'own', PrivateKey: 'none', LeafCertificate: 'none', CertificateChain: 'none' },
      expectedError: '422',
    },
    { tool: 'certificate-delete', input: { ID: '{certificate}' } },
    { tool: 'domain-delete', input: { Name: Domain } },
    { tool: 'domain-get', input: { Name: Domain }, expectedError: '404' },
  ],
}
