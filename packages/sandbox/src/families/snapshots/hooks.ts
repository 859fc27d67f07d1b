import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Snapshot: {
    where: (usual, { query: { region } }) => [
      ...usual,
      ...(typeof region === 'string' && region !== '' ? [{ field: 'regions[]', equals: region }] : []),
    ],
    /** A droplet snapshot is an image too. */
    afterDelete: ({ id, resource_type: type }, _key, { engine }) => {
      if (type === 'droplet' && engine.find('Image', id)) engine.remove('Image', id)
    },
  },
}
