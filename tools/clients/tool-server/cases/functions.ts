import type { Family } from '../tool-case.ts'

export const functions: Family = {
  name: 'functions',
  steps: [
    { tool: 'functions-deployment-guide' },
    {
      tool: 'functions-create-namespace',
      input: { Label: 'jobs', Region: 'nyc1' },
      save: { NamespaceID: 'namespace' },
      expected: { label: 'jobs' },
    },
    { tool: 'functions-get-namespace', input: { NamespaceID: '{NamespaceID}' }, expected: { label: 'jobs' } },
    { tool: 'functions-list-namespaces', expected: { '#': 1 } },
    { tool: 'functions-create-access-key', input: { NamespaceID: '{NamespaceID}', Name: 'deploy', ExpiresIn: '1h' }, save: { key: 'id' } },
    { tool: 'functions-list-access-keys', input: { NamespaceID: '{NamespaceID}' } },
    { tool: 'functions-delete-access-key', input: { NamespaceID: '{NamespaceID}', KeyID: '{key}' } },
    {
      tool: 'functions-create-trigger',
      input: {
        NamespaceID: '{NamespaceID}',
        Name: 'nightly',
        Function: 'clean',
        Cron: '0 3 * * *',
        IsEnabled: true,
        Body: { name: 'all' },
      },
      expected: { name: 'nightly' },
    },
    { tool: 'functions-get-trigger', input: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly' }, expected: { function: 'clean' } },
    { tool: 'functions-list-triggers', input: { NamespaceID: '{NamespaceID}' }, expected: { '#': 1 } },
    {
      tool: 'functions-update-trigger',
      input: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly', IsEnabled: false, Cron: '0 4 * * *' },
      expected: { is_enabled: false },
    },
    { tool: 'functions-delete-trigger', input: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly' } },
    { tool: 'functions-get-trigger', input: { NamespaceID: '{NamespaceID}', TriggerName: 'nightly' }, expectedError: '404' },
    { tool: 'functions-delete-namespace', input: { NamespaceID: '{NamespaceID}' } },
    { tool: 'functions-get-namespace', input: { NamespaceID: '{NamespaceID}' }, expectedError: '404' },
  ],
}
