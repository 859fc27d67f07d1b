import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Snapshot: {
    listQuery: ({ query: { region } }, _ctx, { filters, relatedTo }) => ({
      where: [...filters, ...(typeof region === 'string' && region !== '' ? [{ field: 'regions[]', equals: region }] : [])],
      ...(relatedTo && { related: [{ field: 'resource_id', equals: relatedTo.id }] }),
    }),
    /** A droplet snapshot is an image too. */
    afterDelete: ({ id, resource_type: type }, _key, { engine }) => {
      if (type === 'droplet' && engine.find('Image', id)) engine.delete('Image', id)
    },
  },
}
