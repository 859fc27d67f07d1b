import type { Kinds } from '../../generated/types.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'

type Model = DeepReadonly<Kinds['GenaiModel']>

/** Catalog entry of a model. */
export interface GenaiModelEntry {
  readonly uuid: string
  /** Id for the `model` of inference requests. */
  readonly id: string
  readonly name: string
  /** Provider: display name and owner id. */
  readonly creator: string
  readonly ownedBy: string
  readonly provider: Model['provider']
  readonly type: 'text' | 'embedding' | 'image' | 'audio' | 'video' | 'reranking'
  /** One-line description. */
  readonly short: string
  readonly description: string
  readonly capabilities: readonly string[]
  readonly input: readonly string[]
  readonly output: readonly string[]
  /** Tokens. */
  readonly contextWindow: number
  readonly maxOutputTokens?: number
  /** Billions. */
  readonly parameterCount?: number
  readonly hub?: string
  readonly uses: NonNullable<Model['usecases']>
  readonly endpoints: NonNullable<Model['endpoints']>
  readonly settings: readonly GenaiModelSetting[]
  readonly reasoningEfforts?: readonly string[]
  /** Chunk sizes in tokens; only for embedding models of knowledge bases. */
  readonly chunks?: { readonly default: number; readonly min: number; readonly max: number }
  /** Only for embedding models. */
  readonly dimensions?: number
  /** Prices in US dollars, by API field. */
  readonly prices: NonNullable<Model['pricing']>
  readonly availability: readonly string[]
  readonly badges?: readonly string[]
  readonly lifecycle?: 'preview' | 'active' | 'deprecated' | 'retired'
  readonly version: Model['version']
  readonly agreement?: NonNullable<Model['agreement']>
  /** Release date in seconds since 1970. */
  readonly released: number
  /** Dates of the first and the last change of the entry. */
  readonly added: string
  readonly revised: string
}

export interface GenaiModelSetting {
  readonly name: string
  readonly type: 'number' | 'integer' | 'string'
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly default_value?: number
  readonly default_string?: string
  readonly options?: readonly string[]
}
