import type { Family } from '../tool-case.ts'

const RegistryName = 'tidewater'

export const registries: Family = {
  name: 'registries',
  steps: [
    { tool: 'docr-options' },
    { tool: 'docr-validate-name', with: { Name: RegistryName } },
    { tool: 'docr-create', with: { Name: RegistryName, Region: 'nyc3', SubscriptionTierSlug: 'basic' }, shows: { name: RegistryName } },
    { tool: 'docr-validate-name', with: { Name: RegistryName }, refused: '409' },
    { tool: 'docr-get', with: { RegistryName }, shows: { region: 'nyc3' } },
    { tool: 'docr-list', shows: { '#': 1 } },
    { tool: 'docr-subscription-get', shows: { 'tier.slug': 'basic' } },
    { tool: 'docr-subscription-update', with: { TierSlug: 'professional' }, shows: { 'tier.slug': 'professional' } },
    { tool: 'docr-docker-credentials', with: { RegistryName, ReadWrite: true, ExpirySeconds: 3600 } },
    { tool: 'docr-repository-list', with: { RegistryName }, shows: { 'repositories.#': 0 } },
    // The sandbox accepts no image pushes, so there is no image to list or delete.
    { tool: 'docr-repository-tag-list', with: { RegistryName, Repository: 'web/shop' }, refused: '404' },
    { tool: 'docr-repository-manifest-list', with: { RegistryName, Repository: 'web/shop' }, refused: '404' },
    { tool: 'docr-repository-tag-delete', with: { RegistryName, Repository: 'web/shop', Tag: 'v1' } },
    {
      tool: 'docr-repository-manifest-delete',
      with: { RegistryName, Repository: 'web/shop', Digest: `sha256:${'a'.repeat(64)}` },
      refused: '404',
    },
    { tool: 'docr-garbage-collection-start', with: { RegistryName, Type: 'unreferenced blobs only' }, keep: { run: 'uuid' } },
    { tool: 'docr-garbage-collection-get', with: { RegistryName }, shows: { uuid: '{run}' } },
    { tool: 'docr-garbage-collection-update', with: { RegistryName, GarbageCollectionUUID: '{run}', Cancel: true } },
    { tool: 'docr-garbage-collection-list', with: { RegistryName }, shows: { 'garbage_collections.#': 1 } },
    { tool: 'docr-delete', after: 600, with: { RegistryName } },
    { tool: 'docr-get', with: { RegistryName }, refused: '404' },
  ],
}
