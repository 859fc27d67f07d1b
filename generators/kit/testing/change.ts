/** Changes a copy of the tiny specification's control API. */
import type { Source } from '../../model/api-model.ts'
import type { LoadedBundles } from '../../model/load-bundles.ts'

/** Untyped bundle, for edits in tests. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests write what the types forbid
export type Loose = any

export function change(
  bundles: LoadedBundles,
  edit: (control: Loose, sources: Record<string, Source>, inference: Loose) => void,
): LoadedBundles {
  const copy = structuredClone(bundles)
  const document = (api: string) => copy.documents.find((each) => each.api === api)?.document
  edit(document('control'), copy.sources['control'] as Record<string, Source>, document('inference'))
  return copy
}
