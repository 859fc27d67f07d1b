import type { Family } from '../tool-case.ts'

const policy = { Type: 'v1/insights/droplet/cpu', Description: 'busy', Compare: 'GreaterThan', Value: 80, Window: '5m', Enabled: true }
const alert = { Name: 'slow', Type: 'latency', Period: '2m', Threshold: 300, Comparison: 'greater_than' }
const notified = { Emails: ['{email}'], SlackDetails: [{ channel: '#alerts', url: 'https://hooks.slack.com/services/T1/B1/x' }] }

export const monitoring: Family = {
  name: 'monitoring',
  steps: [
    { tool: 'account-get-information', keep: { email: 'email' } },
    { tool: 'alert-policy-create', with: { ...policy, Alerts: { Email: ['{email}'] }, Tags: ['web'] }, keep: { policy: 'uuid' } },
    { tool: 'alert-policy-get', with: { UUID: '{policy}' }, shows: { value: 80, compare: 'GreaterThan' } },
    { tool: 'alert-policy-list', shows: { '#': 1 } },
    {
      tool: 'alert-policy-update',
      with: { ...policy, UUID: '{policy}', Value: 90, Alerts: { Email: ['{email}'] }, Tags: ['web'] },
      shows: { value: 90 },
    },
    {
      tool: 'alert-policy-create',
      with: {
        ...policy,
        Type: 'v1/insights/lbaas/avg_cpu_utilization_percent',
        Compare: 'LessThan',
        Window: '1h',
        Enabled: false,
        Alerts: { Email: ['{email}'], Slack: [{ Channel: '#alerts', URL: 'https://hooks.slack.com/services/T1/B1/x' }] },
      },
      shows: { enabled: false, 'alerts.slack.0.channel': '#alerts' },
    },
    { tool: 'alert-policy-delete', with: { UUID: '{policy}' } },
    { tool: 'alert-policy-get', with: { UUID: '{policy}' }, refused: '404' },
    {
      tool: 'uptimecheck-create',
      with: { Name: 'home', Type: 'https', Target: 'https://www.tidewater.example', Enabled: true, Regions: ['us_east'] },
      keep: { check: 'id' },
    },
    { tool: 'uptimecheck-get', with: { ID: '{check}' }, shows: { enabled: true } },
    { tool: 'uptimecheck-list', shows: { '#': 1 } },
    { tool: 'uptimecheck-get-state', after: 600, with: { ID: '{check}' }, shows: { 'regions.us_east.status': 'UP' } },
    {
      tool: 'uptimecheck-update',
      with: { ID: '{check}', Name: 'front', Type: 'https', Target: 'https://tidewater.example', Enabled: true, Regions: ['eu_west'] },
      shows: { name: 'front' },
    },
    { tool: 'uptimecheck-alert-create', with: { CheckID: '{check}', ...alert, ...notified }, keep: { alert: 'id' } },
    { tool: 'uptimecheck-alert-get', with: { CheckID: '{check}', AlertID: '{alert}' }, shows: { name: 'slow', threshold: 300 } },
    { tool: 'uptimecheck-alert-list', with: { CheckID: '{check}' }, shows: { '#': 1 } },
    {
      tool: 'uptimecheck-alert-update',
      with: { CheckID: '{check}', AlertID: '{alert}', ...alert, ...notified, Name: 'slower' },
      shows: { name: 'slower' },
    },
    { tool: 'uptimecheck-alert-delete', with: { CheckID: '{check}', AlertID: '{alert}' } },
    { tool: 'uptimecheck-delete', with: { ID: '{check}' } },
    { tool: 'uptimecheck-get', with: { ID: '{check}' }, refused: '404' },
  ],
}
