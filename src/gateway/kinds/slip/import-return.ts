import { DUE_BY_NOTICE } from '../../charges/charge.ts';
import type { ChargeStore } from '../../charges/charge-store.ts';
import type { AccountSettings, ReturnFile } from '../../providers/index.ts';
import type { SlipStore } from './slip-store.ts';

const AGENCY_DIGITS = 4;
const ACCOUNT_DIGITS = 6;

export interface ImportDependencies {
  readonly slips: Pick<SlipStore, 'atBank'>;
  readonly charges: Pick<ChargeStore, 'lookNow'>;
  /** Of an account at a bank; undefined where it is gone. */
  settingsOf(accountId: number): Promise<AccountSettings['settings'] | undefined>;
}

export interface Imported {
  readonly lines: number;
  /** Lines about slips of this service, and about others. */
  readonly matched: number;
  readonly unknown: number;
  /** Slips of which the bank is asked because of it. */
  readonly asked: number;
}

/**
 * What a return file tells is a reason to ask the bank, at once; nothing of it is believed. Imported again it only makes the bank
 * asked again.
 */
export async function importReturn(
  { slips, charges, settingsOf }: ImportDependencies,
  { provider, beneficiary, lines, slips: told }: ReturnFile,
): Promise<Imported> {
  const found = await slips.atBank(
    provider,
    told.map(({ number }) => number),
  );
  const settings = new Map<number, AccountSettings['settings'] | undefined>();
  for (const { accountId } of found) {
    if (!settings.has(accountId)) settings.set(accountId, await settingsOf(accountId));
  }
  // Numbers are of an account: those of another one at the same bank are other slips. The sandbox has none.
  const isOfFile = (accountId: number) =>
    beneficiary === undefined ||
    accountId === 0 ||
    accountIn(settings.get(accountId)?.beneficiary?.reveal()) === beneficiary;
  const ours = found.filter(({ accountId }) => isOfFile(accountId));
  const known = new Set(ours.map(({ number }) => number));
  const matched = told.filter(({ number }) => known.has(number));
  const moved = new Set(
    matched.flatMap(({ number, occurrence }) =>
      occurrence === 'paid' || occurrence === 'canceled' ? number : [],
    ),
  );
  const due = Map.groupBy(
    ours.filter(({ number }) => moved.has(number)),
    ({ accountId }) => accountId,
  );
  for (const [accountId, named] of due) {
    const references = named.map(({ reference }) => reference);
    await charges.lookNow({ accountId, references, by: DUE_BY_NOTICE });
  }
  return { lines, matched: matched.length, unknown: told.length - matched.length, asked: moved.size };
}

/** Agency, and account with its digit, of a setting that has zeros between the two. */
function accountIn(beneficiary = ''): string {
  return `${beneficiary.slice(0, AGENCY_DIGITS)}${beneficiary.slice(-ACCOUNT_DIGITS)}`;
}
