/** Presets: settings of a run for later runs. */
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { RunRequest, RunSettings } from './run-settings.ts'

type Preset = Kinds['ModelEvaluationPreset']

const sections = [
  'PRESET_SAVE_SECTION_CANDIDATE',
  'PRESET_SAVE_SECTION_METRICS',
  'PRESET_SAVE_SECTION_JUDGE',
  'PRESET_SAVE_SECTION_DATASET',
  'PRESET_SAVE_SECTION_SYSTEM_PROMPT',
] as const

/** Undefined unless the request asks for a preset. @throws Failure 409, 422 */
export function savePreset({ engine }: AccountContext, body: RunRequest, settings: RunSettings): Preset | undefined {
  const { preset_name: name, preset_save_sections: asked } = body
  // A name is enough: newer clients send nothing else.
  if (!(body.save_as_preset ?? Boolean(name))) return undefined
  if (!name) throw unprocessable('preset_name: must be given to save a preset.')
  if (engine.findUnique('ModelEvaluationPreset', [name])) throw conflict('preset_name: already used by another preset.')
  const named = sections.filter((section) => asked?.includes(section))
  const saved = named.length === 0 ? [...sections] : named
  const { eval_preset_uuid: uuid } = engine.create('ModelEvaluationPreset', { name, saved_sections: saved })
  return engine.setFields('ModelEvaluationPreset', uuid, Object.assign({}, ...saved.map((section) => describe(section, settings))))
}

function describe(section: (typeof sections)[number], { candidate, judge, dataset, metrics, star }: RunSettings): Changes<Preset> {
  const { system_prompt: prompt, ...config } = candidate.config
  switch (section) {
    case 'PRESET_SAVE_SECTION_CANDIDATE':
      return {
        candidate_model_uuid: candidate.uuid,
        candidate_model_name: candidate.name,
        candidate_model_source: candidate.source,
        candidate_inference_config: config,
      }
    case 'PRESET_SAVE_SECTION_METRICS':
      return { metrics, ...(star && { star_metric: star }) }
    case 'PRESET_SAVE_SECTION_JUDGE':
      return { judge_model_uuid: judge.uuid, judge_model_name: judge.name }
    case 'PRESET_SAVE_SECTION_DATASET':
      return { dataset_uuid: dataset.dataset_uuid, dataset_name: dataset.dataset_name }
    case 'PRESET_SAVE_SECTION_SYSTEM_PROMPT':
      return prompt === undefined ? {} : { candidate_system_prompt: prompt }
  }
}
