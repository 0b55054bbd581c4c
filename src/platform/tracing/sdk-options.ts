import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TraceSettings } from './trace-settings.ts';

export interface ServiceDescription {
  readonly version: string;
  /** Known once the instance is registered in the database; nothing is sent before. */
  readonly instanceId: Promise<string>;
}

/** What every batch says of its sender. `OTEL_RESOURCE_ATTRIBUTES` of the environment adds to it. */
export function describeService(
  { version, instanceId }: ServiceDescription,
  serviceName: string | undefined,
): Resource {
  return resourceFromAttributes({
    'service.name': 'guiche',
    'service.version': version,
    'service.instance.id': instanceId,
  })
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(serviceName === undefined ? {} : { 'service.name': serviceName }));
}

export function samplerOf({ sampler, ratio }: Pick<TraceSettings, 'sampler' | 'ratio'>): Sampler {
  const [base, isParentBased] = sampler.startsWith(PARENT_BASED)
    ? [sampler.slice(PARENT_BASED.length), true]
    : [sampler, false];
  const root = rootSampler(base, ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

const PARENT_BASED = 'parentbased_';

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
