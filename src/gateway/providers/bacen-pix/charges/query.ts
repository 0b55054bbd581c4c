import { chargeSnapshot } from '../../charge-snapshot.ts';
import type { Deadline } from '../../http/index.ts';
import type { QueryOutcome } from '../../outcome.ts';
import type { ChargeIds } from '../../provider.ts';
import { txidOf } from '../../txid.ts';
import type { ChargeAtBank } from '../answer/charge.ts';
import type { BankAccount } from '../call/settings.ts';
import type { BacenContext } from '../context.ts';
import { codeOf } from './code.ts';
import { lookUpCharge } from './look-up.ts';

/** How a charge stands; while it waits for its buyer, with the text to pay it by. */
export async function queryCharge(
  context: BacenContext,
  account: BankAccount,
  { acquirerReference }: ChargeIds,
): Promise<QueryOutcome> {
  const txid = txidOf(acquirerReference);
  const deadline = context.deadlineIn(context.timing.otherMs);
  const found = await lookUpCharge(context, account, txid, deadline);
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { charge } = found;
  const awaited =
    charge.standing === 'awaited' ? await awaitedOf(context, account, { txid, charge, deadline }) : undefined;
  const { standing, amount, payments, answer } = charge;
  return { outcome: 'found', charge: chargeSnapshot({ standing, awaited, amount, payments, answer }) };
}

async function awaitedOf(
  context: BacenContext,
  account: BankAccount,
  {
    deadline,
    ...known
  }: { readonly txid: string; readonly charge: ChargeAtBank; readonly deadline: Deadline },
) {
  const { endsAt } = known.charge;
  const code = endsAt === undefined ? undefined : await codeOf(context, account, known, deadline);
  if (endsAt === undefined || code === undefined) return undefined;
  return { nextAction: { kind: 'pix', code }, expiresAt: endsAt } as const;
}
