import type { Family } from '../tool-case.ts'

const RegistryName = 'tidewater'

export const registries: Family = {
  name: 'registries',
  steps: [
    { tool: 'docr-options' },
    { tool: 'docr-validate-name', input: { Name: RegistryName } },
    { tool: 'docr-create', input: { Name: RegistryName, Region: 'nyc3', SubscriptionTierSlug: 'basic' }, expected: { name: RegistryName } },
    { tool: 'docr-validate-name', input: { Name: RegistryName }, expectedError: '409' },
    { tool: 'docr-get', input: { RegistryName }, expected: { region: 'nyc3' } },
    { tool: 'docr-list', expected: { '#': 1 } },
    { tool: 'docr-subscription-get', expected: { 'tier.slug': 'basic' } },
    { tool: 'docr-subscription-update', input: { TierSlug: 'professional' }, expected: { 'tier.slug': 'professional' } },
    { tool: 'docr-docker-credentials', input: { RegistryName, ReadWrite: true, ExpirySeconds: 3600 } },
    { tool: 'docr-repository-list', input: { RegistryName }, expected: { 'repositories.#': 0 } },
    // The sandbox accepts no image pushes, so there is no image to list or delete.
    { tool: 'docr-repository-tag-list', input: { RegistryName, Repository: 'web/shop' }, expectedError: '404' },
    { tool: 'docr-repository-manifest-list', input: { RegistryName, Repository: 'web/shop' }, expectedError: '404' },
    { tool: 'docr-repository-tag-delete', input: { RegistryName, Repository: 'web/shop', Tag: 'v1' } },
    {
      tool: 'docr-repository-manifest-delete',
      input: { RegistryName, Repository: 'web/shop', Digest: `sha256:${'a'.repeat(64)}` },
      expectedError: '404',
    },
    { tool: 'docr-garbage-collection-start', input: { RegistryName, Type: 'unreferenced blobs only' }, save: { run: 'uuid' } },
    { tool: 'docr-garbage-collection-get', input: { RegistryName }, expected: { uuid: '{run}' } },
    { tool: 'docr-garbage-collection-update', input: { RegistryName, GarbageCollectionUUID: '{run}', Cancel: true } },
    { tool: 'docr-garbage-collection-list', input: { RegistryName }, expected: { 'garbage_collections.#': 1 } },
    { tool: 'docr-delete', advanceSeconds: 600, input: { RegistryName } },
    { tool: 'docr-get', input: { RegistryName }, expectedError: '404' },
  ],
}
