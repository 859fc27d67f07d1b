import type { Family } from '../tool-case.ts'

const policy = { Type: 'v1/insights/droplet/cpu', Description: 'busy', Compare: 'GreaterThan', Value: 80, Window: '5m', Enabled: true }
const alert = { Name: 'slow', Type: 'latency', Period: '2m', Threshold: 300, Comparison: 'greater_than' }
const notified = { Emails: ['{email}'], SlackDetails: [{ channel: '#alerts', url: 'https://hooks.slack.com/services/T1/B1/x' }] }

export const monitoring: Family = {
  name: 'monitoring',
  steps: [
    { tool: 'account-get-information', save: { email: 'email' } },
    { tool: 'alert-policy-create', input: { ...policy, Alerts: { Email: ['{email}'] }, Tags: ['web'] }, save: { policy: 'uuid' } },
    { tool: 'alert-policy-get', input: { UUID: '{policy}' }, expected: { value: 80, compare: 'GreaterThan' } },
    { tool: 'alert-policy-list', expected: { '#': 1 } },
    {
      tool: 'alert-policy-update',
      input: { ...policy, UUID: '{policy}', Value: 90, Alerts: { Email: ['{email}'] }, Tags: ['web'] },
      expected: { value: 90 },
    },
    {
      tool: 'alert-policy-create',
      input: {
        ...policy,
        Type: 'v1/insights/lbaas/avg_cpu_utilization_percent',
        Compare: 'LessThan',
        Window: '1h',
        Enabled: false,
        Alerts: { Email: ['{email}'], Slack: [{ Channel: '#alerts', URL: 'https://hooks.slack.com/services/T1/B1/x' }] },
      },
      expected: { enabled: false, 'alerts.slack.0.channel': '#alerts' },
    },
    { tool: 'alert-policy-delete', input: { UUID: '{policy}' } },
    { tool: 'alert-policy-get', input: { UUID: '{policy}' }, expectedError: '404' },
    {
      tool: 'uptimecheck-create',
      input: { Name: 'home', Type: 'https', Target: 'https://www.tidewater.example', Enabled: true, Regions: ['us_east'] },
      save: { check: 'id' },
    },
    { tool: 'uptimecheck-get', input: { ID: '{check}' }, expected: { enabled: true } },
    { tool: 'uptimecheck-list', expected: { '#': 1 } },
    { tool: 'uptimecheck-get-state', advanceSeconds: 600, input: { ID: '{check}' }, expected: { 'regions.us_east.status': 'UP' } },
    {
      tool: 'uptimecheck-update',
      input: { ID: '{check}', Name: 'front', Type: 'https', Target: 'https://tidewater.example', Enabled: true, Regions: ['eu_west'] },
      expected: { name: 'front' },
    },
    { tool: 'uptimecheck-alert-create', input: { CheckID: '{check}', ...alert, ...notified }, save: { alert: 'id' } },
    { tool: 'uptimecheck-alert-get', input: { CheckID: '{check}', AlertID: '{alert}' }, expected: { name: 'slow', threshold: 300 } },
    { tool: 'uptimecheck-alert-list', input: { CheckID: '{check}' }, expected: { '#': 1 } },
    {
      tool: 'uptimecheck-alert-update',
      input: { CheckID: '{check}', AlertID: '{alert}', ...alert, ...notified, Name: 'slower' },
      expected: { name: 'slower' },
    },
    { tool: 'uptimecheck-alert-delete', input: { CheckID: '{check}', AlertID: '{alert}' } },
    { tool: 'uptimecheck-delete', input: { ID: '{check}' } },
    { tool: 'uptimecheck-get', input: { ID: '{check}' }, expectedError: '404' },
  ],
}
