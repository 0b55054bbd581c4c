import { readNote, routingText } from '../../gateway/providers/index.ts';
import type { Attempt } from '../../gateway/transactions/index.ts';

/** Why an attempt went where it went, for programs; where there was nothing to choose, only where. */
export function routingOf(
  { routing, provider }: Pick<Attempt, 'routing' | 'provider'>,
  { order }: { readonly order: { readonly provider: string } },
) {
  const note = readNote(routing);
  return {
    version: note?.version ?? null,
    ...(note?.isOfHouse && { ofInstallation: true }),
    rule: note?.rule ?? null,
    account: note?.account ?? provider ?? order.provider,
    struckOut: note?.struckOut ?? [],
  };
}

/** The same in words, one line for each attempt that had a choice. */
export function routingLines(attempts: readonly Attempt[]): readonly string[] {
  const lines = attempts.flatMap(({ reference, routing }) => {
    const note = readNote(routing);
    return note ? [`${reference}: ${routingText(note)}`] : [];
  });
  return lines.length > 0 ? [`POR QUE FOI PARA LÁ\n${lines.join('\n')}`] : [];
}
