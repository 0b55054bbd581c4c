import type { TracingParts } from './open-tracing.ts';
import type { TraceSettings } from './trace-settings.ts';
import type { Tracing } from './tracing.ts';

/** Loads the libraries of OpenTelemetry, which a service without traces never does, and opens the traces. */
export async function loadTracing(settings: TraceSettings, parts: TracingParts): Promise<Tracing> {
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(settings, parts);
}
