/** Settings that a run keeps for later ones. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { readId } from '../agents/index.ts'
import type { RunSettings } from './read-run.ts'

const kind = 'ModelEvaluationPreset'
const sections = ['CANDIDATE', 'METRICS', 'JUDGE', 'DATASET', 'SYSTEM_PROMPT'].map((name) => `PRESET_SAVE_SECTION_${name}`)

export const listPresets: Behavior = (call, { engine }) => {
  const presets = engine.all({ kind }).toSorted((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1))
  return replyValues(call, 'presets', presets)
}

/** Undefined unless the request asks for one. @throws Failure 409, 422 */
export function savePreset({ engine, store }: World, body: Value, settings: RunSettings): Value | undefined {
  const name = readId(body, 'preset_name')
  // A name alone asks for it, too: newer clients send nothing else.
  if ((body['save_as_preset'] ?? name !== undefined) !== true) return undefined
  if (name === undefined) throw unprocessable('preset_name: must be given to save a preset.')
  if (store.byUnique(kind, JSON.stringify([name])) !== undefined) throw conflict('preset_name: already used by another preset.')
  const asked = ((body['preset_save_sections'] ?? []) as readonly string[]).filter((section) => sections.includes(section))
  const saved = asked.length === 0 ? sections : sections.filter((section) => asked.includes(section))
  const fields = Object.assign({}, ...saved.map((section) => describe(section, settings))) as Value
  const { eval_preset_uuid: uuid } = engine.create(kind, { name, saved_sections: saved })
  return engine.change({ kind, id: String(uuid) }, fields)
}

function describe(section: string, { candidate, judge, dataset, metrics, star }: RunSettings): Value {
  const { system_prompt: prompt, ...config } = candidate.config
  switch (section.slice('PRESET_SAVE_SECTION_'.length)) {
    case 'CANDIDATE':
      return {
        candidate_model_uuid: candidate.uuid,
        candidate_model_name: candidate.name,
        candidate_model_source: candidate.source,
        candidate_inference_config: config,
      }
    case 'METRICS':
      return { metrics, ...(star && { star_metric: star }) }
    case 'JUDGE':
      return { judge_model_uuid: judge.uuid, judge_model_name: judge.name }
    case 'DATASET':
      return { dataset_uuid: dataset['dataset_uuid'], dataset_name: dataset['dataset_name'] }
    default:
      return prompt === undefined ? {} : { candidate_system_prompt: prompt }
  }
}
