import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VISA } from '../../../support/gateway-client.ts';
import type { Random } from '../random.ts';

/** Number of the merchant with two acquirers, where there is one. */
export const ROUTED_MERCHANT = 2;

/** Half of the sales are asked for at one acquirer first, half at the other. */
const RULES = {
  rules: [
    {
      name: 'Metade em cada uma',
      accounts: ['REDE', 'CIELO'],
      split: [
        { account: 'REDE', weight: 1 },
        { account: 'CIELO', weight: 1 },
      ],
    },
  ],
} as const;

const CARDS = {
  [VISA]: 12,
  // Its issuer cannot be reached by anybody.
  '4000000000090912': 1,
  // An acquirer takes every other call with it: the first one is proven not to have charged anything.
  '4000000000096117': 4,
  // No funds; approved and slow.
  '4000000000090516': 1,
  '4000000000096018': 2,
} as const;

/** A card of a sale that may go to two acquirers. None is kept, because a kept card stays with its acquirer. */
export function pickRoutedCard(random: Random): string {
  return random.weighted<string>(CARDS);
}

/** Gives a merchant the rules, by the command line. */
export async function setRoutes(
  command: (words: readonly string[]) => Promise<unknown>,
  personId: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-kill-test-'));
  try {
    const file = join(folder, 'rotas.json');
    await writeFile(file, JSON.stringify(RULES));
    await command(['routing', 'set', '--person', personId, '--file', file]);
    await command(['routing', 'activate', '--person', personId, '1']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
