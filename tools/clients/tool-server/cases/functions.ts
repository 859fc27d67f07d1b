import type { Family } from '../tool-case.ts'

export const functions: Family = {
  name: 'functions',
  steps: [
    { tool: 'functions-deployment-guide' },
    {
      tool: 'functions-create-namespace',
      with: { Label: 'jobs', Region: 'nyc1' },
      keep: { NamespaceID: 'namespace' },
      shows: { label: 'jobs' },
    },
    { tool: 'functions-get-namespace', with: { NamespaceID: '{NamespaceID}' }, shows: { label: 'jobs' } },
    { tool: 'functions-list-namespaces', shows: { '#': 1 } },
    { tool: 'functions-create-access-key', with: { NamespaceID: '{NamespaceID}', Name: 'deploy', ExpiresIn: '1h' }, keep: { key: 'id' } },
    { tool: 'functions-list-access-keys', with: { NamespaceID: '{NamespaceID}' } },
    { tool: 'functions-delete-access-key', with: { NamespaceID: '{NamespaceID}', KeyID: '{key}' } },
    {
      tool: 'functions-create-trigger',
      with: { NamespaceID: '{NamespaceID}', Name: 'nightly', Function: 'clean', Cron: '0 3 * * *', IsEnabled: true, Body: { name: 'all' } },
      shows: { name: 'nightly' },
    },
    { tool: 'functions-get-trigger', with: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly' }, shows: { function: 'clean' } },
    { tool: 'functions-list-triggers', with: { NamespaceID: '{NamespaceID}' }, shows: { '#': 1 } },
    {
      tool: 'functions-update-trigger',
      with: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly', IsEnabled: false, Cron: '0 4 * * *' },
      shows: { is_enabled: false },
    },
    { tool: 'functions-delete-trigger', with: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly' } },
    { tool: 'functions-get-trigger', with: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly' }, refused: '404' },
    { tool: 'functions-delete-namespace', with: { NamespaceID: '{NamespaceID}' } },
    { tool: 'functions-get-namespace', with: { NamespaceID: '{NamespaceID}' }, refused: '404' },
  ],
}
