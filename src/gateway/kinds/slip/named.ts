import type { SlipBanks } from '../../providers/index.ts';
import type { SlipStore } from './slip-store.ts';

export interface NamedDependencies {
  readonly slipBanks: Pick<SlipBanks, 'readNotice'>;
  readonly slips: Pick<SlipStore, 'byNumbers' | 'byTxids'>;
}

/** The references of the slips of an account that a notice of its bank names. It proves nothing. */
export async function namedSlips(
  { slipBanks, slips }: NamedDependencies,
  accountId: number,
  body: unknown,
): Promise<readonly string[]> {
  const names = await slipBanks.readNotice(accountId, body);
  const numbers = names.flatMap(({ reference, number }) => (reference === undefined ? (number ?? []) : []));
  const found = await slips.byNumbers(accountId, numbers);
  return [...names.flatMap(({ reference }) => reference ?? []), ...found.map(({ reference }) => reference)];
}
