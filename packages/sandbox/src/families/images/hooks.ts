import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Call } from '../../engine/call.ts'
import { finishImport, nameDistribution } from './image-import.ts'
import { removeSnapshot } from '../../shared/snapshots.ts'
import { assertOwn } from './image-lookup.ts'

const image: ResourceHooks<'Image'> = {
  listQuery: ({ query: { type, private: own, tag_name: tag } }) => ({
    where: [
      ...(type === undefined ? [] : [{ field: 'application', equals: type === 'application', hidden: true }]),
      ...(own === true ? [{ field: 'public', equals: false }] : []),
      ...(typeof tag === 'string' ? [{ field: 'tags[]', equals: tag, ignoreCase: true }] : []),
    ],
  }),
  beforeUpdate: assertOwn,
  parseUpdate: ({ body: { name, description, distribution } }: Call<'images_update'>) => ({
    fields: { name, description, ...(distribution !== undefined && { distribution: nameDistribution(distribution) }) },
  }),
  afterUpdate: ({ id, name }, _key, { engine }) => {
    if (engine.find('Snapshot', id)) engine.setFields('Snapshot', id, { name })
  },
  beforeDelete: (value) => {
    assertOwn(value)
    if (value.status === 'deleted') throw unprocessable('Image Can not delete an already deleted image.')
  },
  afterDelete: ({ id }, _key, ctx) => removeSnapshot(ctx, id),
  onEnter: { available: (value, _key, ctx) => finishImport(value, ctx) },
}

export const hooks: HooksByKind = { Image: image }
