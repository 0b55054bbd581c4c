import type { SlipBanks } from '../../../providers/index.ts';
import type { SlipStore } from '../slip-store.ts';
import { type LearnDependencies, learnName } from './learn-name.ts';

export interface NamedDependencies extends LearnDependencies {
  readonly slipBanks: Pick<SlipBanks, 'readNotice'>;
  readonly slips: Pick<SlipStore, 'byNumbers' | 'byTxids'>;
}

/** The references of the slips of an account that a notice of its bank names. It proves nothing. */
export async function namedSlips(
  dependencies: NamedDependencies,
  accountId: number,
  body: unknown,
): Promise<readonly string[]> {
  const { slipBanks, slips } = dependencies;
  const names = await slipBanks.readNotice(accountId, body);
  const numbers = names.flatMap(({ reference, number }) => (reference === undefined ? (number ?? []) : []));
  const found = await slips.byNumbers(accountId, numbers);
  for (const { number, theirId } of names) {
    const slip = found.find((one) => one.number === number);
    if (slip && theirId !== undefined) await learnName(dependencies, slip.reference, theirId);
  }
  return [...names.flatMap(({ reference }) => reference ?? []), ...found.map(({ reference }) => reference)];
}
