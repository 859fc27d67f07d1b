import type { Family } from '../tool-case.ts'

const Domain = 'tidewater.example'

export const domains: Family = {
  name: 'domains',
  steps: [
    { tool: 'domain-create', with: { Name: Domain, IPAddress: '203.0.113.7' }, shows: { name: Domain } },
    { tool: 'domain-get', with: { Name: Domain }, shows: { ttl: 1800 } },
    { tool: 'domain-list', shows: { '#': 1 } },
    { tool: 'domain-record-create', with: { Domain, Type: 'A', Name: 'www', Data: '203.0.113.8' }, keep: { record: 'id' } },
    {
      tool: 'domain-record-create',
      with: { Domain, Type: 'CNAME', Name: 'shop', Data: 'www.tidewater.example.' },
      shows: { type: 'CNAME' },
    },
    { tool: 'domain-record-create', with: { Domain, Type: 'TXT', Name: '@', Data: 'v=spf1 -all' }, shows: { data: 'v=spf1 -all' } },
    { tool: 'domain-record-get', with: { Domain, RecordID: '{record}' }, shows: { data: '203.0.113.8' } },
    {
      tool: 'domain-record-edit',
      with: { Domain, RecordID: '{record}', Type: 'A', Name: 'www', Data: '203.0.113.9' },
      holds: ['/v2/domains/tidewater.example/records/{record}', { 'domain_record.data': '203.0.113.9' }],
    },
    { tool: 'domain-record-list', with: { Domain, PerPage: 50 } },
    { tool: 'domain-record-delete', with: { Domain, RecordID: '{record}' } },
    { tool: 'domain-record-get', with: { Domain, RecordID: '{record}' }, refused: '404' },
    {
      tool: 'lets-encrypt-certificate-create',
      with: { Name: 'web', DnsNames: [Domain, 'www.tidewater.example'] },
      keep: { certificate: 'id' },
    },
    { tool: 'certificate-get', after: 300, with: { ID: '{certificate}' }, shows: { state: 'verified', type: 'lets_encrypt' } },
    { tool: 'certificate-list', shows: { '#': 1 } },
    {
      tool: 'custom-certificate-create',
      with: { Name: 'own', PrivateKey: 'none', LeafCertificate: 'none', CertificateChain: 'none' },
      refused: '422',
    },
    { tool: 'certificate-delete', with: { ID: '{certificate}' } },
    { tool: 'domain-delete', with: { Name: Domain } },
    { tool: 'domain-get', with: { Name: Domain }, refused: '404' },
  ],
}
