/** Redocly plugin with the conventions preprocessor and one rule per file for the guarantees of spec/README.md. Redocly requires the default export. */
import { conventions } from './preprocessor.ts'
import { actionVerbs } from './rules/action-verbs.ts'
import { arraysBounded } from './rules/arrays-bounded.ts'
import { componentNames } from './rules/component-names.ts'
import { componentsUsed } from './rules/components-used.ts'
import { conventionsUnrepeated } from './rules/conventions-unrepeated.ts'
import { deleteNoContent } from './rules/delete-no-content.ts'
import { deprecationSaid } from './rules/deprecation-said.ts'
import { descriptionPresent } from './rules/description-present.ts'
import { documentHead } from './rules/document-head.ts'
import { documentSize } from './rules/document-size.ts'
import { effectPresent } from './rules/effect-present.ts'
import { errorShape } from './rules/error-shape.ts'
import { examplesPresent } from './rules/examples-present.ts'
import { extensibleEnum } from './rules/extensible-enum.ts'
import { extensionSchemas } from './rules/extension-schemas.ts'
import { extensionTargets } from './rules/extension-targets.ts'
import { keyOrder } from './rules/key-order.ts'
import { listEnvelope } from './rules/list-envelope.ts'
import { oneTag } from './rules/one-tag.ts'
import { operationIdForm } from './rules/operation-id-form.ts'
import { operationIdUnique } from './rules/operation-id-unique.ts'
import { pathParametersRequired } from './rules/path-parameters-required.ts'
import { pathsDistinguishable } from './rules/paths-distinguishable.ts'
import { refsAllowed } from './rules/refs-allowed.ts'
import { replyForms } from './rules/reply-forms.ts'
import { responseDefaults } from './rules/response-defaults.ts'
import { rootKey } from './rules/root-key.ts'
import { scopesPresent } from './rules/scopes-present.ts'
import { secretsMarked } from './rules/secrets-marked.ts'
import { summaryForm } from './rules/summary-form.ts'
import { unionForm } from './rules/union-form.ts'
import { extendTypes } from './types.ts'

export const rules = {
  'action-verbs': actionVerbs,
  'arrays-bounded': arraysBounded,
  'component-names': componentNames,
  'components-used': componentsUsed,
  'conventions-unrepeated': conventionsUnrepeated,
  'delete-no-content': deleteNoContent,
  'deprecation-said': deprecationSaid,
  'description-present': descriptionPresent,
  'document-head': documentHead,
  'document-size': documentSize,
  'effect-present': effectPresent,
  'error-shape': errorShape,
  'examples-present': examplesPresent,
  'extensible-enum': extensibleEnum,
  'extension-schemas': extensionSchemas,
  'extension-targets': extensionTargets,
  'key-order': keyOrder,
  'list-envelope': listEnvelope,
  'one-tag': oneTag,
  'operation-id-form': operationIdForm,
  'operation-id-unique': operationIdUnique,
  'path-parameters-required': pathParametersRequired,
  'paths-distinguishable': pathsDistinguishable,
  'refs-allowed': refsAllowed,
  'reply-forms': replyForms,
  'response-defaults': responseDefaults,
  'root-key': rootKey,
  'scopes-present': scopesPresent,
  'secrets-marked': secretsMarked,
  'summary-form': summaryForm,
  'union-form': unionForm,
} as const

export default function spindrift() {
  return { id: 'spindrift', typeExtension: { oas3: extendTypes }, preprocessors: { oas3: { conventions } }, rules: { oas3: rules } }
}
